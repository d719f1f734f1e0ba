//! The rules of one variant, as plain data. [`Rules::default`] is what a rules file starts from:
//! chess without pieces.

use crate::geometry::{Board, Region, Side, Square};
use crate::kinds::{Kinds, PieceKind, PieceType};

/// A value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

impl Value {
    /// The same, seen from the other side.
    #[must_use]
    pub fn flip(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
        }
    }
}

/// Rules that count moves when one side has too little left (makruk and its kin).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Makruk.
    Makruk,
    /// Ouk.
    Cambodian,
    /// ASEAN chess.
    Asean,
}

/// Rules that count material at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Material {
    /// Points of janggi, Black has 1.5 more.
    Janggi,
    /// More pieces win.
    Unweighted,
    /// A tie is Black's.
    WhiteDrawOdds,
    /// A tie is White's.
    BlackDrawOdds,
}

/// Where and into what pieces promote.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// White's and Black's zone.
    pub zone: [Region; 2],
    /// Kinds that promote as pawns do, by choice of a kind.
    pub pawns: [Kinds; 2],
    /// What they may become.
    pub to: [Kinds; 2],
    /// Whether a pawn must promote in the zone.
    pub mandatory_pawn: bool,
    /// Whether the other pieces must.
    pub mandatory_piece: bool,
    /// Whether only a capture promotes.
    pub on_capture: bool,
    /// Whether promoted pieces may turn back.
    pub demotion: bool,
    /// Sittuyin: pawns become one kind, in place or by its step.
    pub sittuyin: bool,
}

/// Castling.
#[derive(Clone, Debug)]
pub struct Castling {
    /// Whether there is castling.
    pub enabled: bool,
    /// Whether dropped kings and rooks castle.
    pub dropped: bool,
    /// The king's file after castling to the right, from 0.
    pub kingside: u8,
    /// The king's file after castling to the left, from 0.
    pub queenside: u8,
    /// The rank, from the side's own edge and from 0.
    pub rank: u8,
    /// The king's file before, if there is more than one of its kind.
    pub king_file: u8,
    /// Which kind castles.
    pub king: PieceKind,
    /// With which kinds.
    pub rooks: Kinds,
    /// The file of the rook to the right, if not the outermost.
    pub rook_kingside: Option<u8>,
    /// The file of the rook to the left, if not the outermost.
    pub rook_queenside: Option<u8>,
    /// Whether a side must castle to the other wing than its opponent.
    pub opposite: bool,
    /// Castlings that win the game: `[side][0 right, 1 left]`.
    pub wins: [[bool; 2]; 2],
}

/// Drops and hands.
#[derive(Clone, Debug)]
pub struct Drops {
    /// Whether pieces in hand may be dropped.
    pub enabled: bool,
    /// Whether captured pieces go to the hand.
    pub captures_to_hand: bool,
    /// Whether a captured piece keeps its promotion.
    pub loops: bool,
    /// Whether a piece must be dropped while there is one in hand.
    pub must: bool,
    /// The kind that must be dropped.
    pub must_kind: PieceKind,
    /// Whether a drop may give check.
    pub checks: bool,
    /// Whether pawns may be dropped on the first rank.
    pub first_rank_pawns: bool,
    /// Whether pawns may be dropped in the promotion zone.
    pub promotion_zone_pawns: bool,
    /// Where White and Black may drop.
    pub region: [Region; 2],
    /// Sittuyin: rooks on the first rank only.
    pub sittuyin_rook: bool,
    /// Whether a side's bishops must be on different colours.
    pub opposite_bishops: bool,
    /// Whether a piece may be dropped promoted.
    pub promoted: bool,
    /// Whether there are always men in hand, as the stones of go-moku are.
    pub free: bool,
    /// Whether Black's stones follow the restrictions of renju.
    pub renju: bool,
    /// A kind that may not be doubled on a file.
    pub no_doubled: Option<PieceKind>,
    /// How many of it may stand there already, plus one.
    pub no_doubled_count: u8,
}

/// How walls are set: squares that nothing enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WallRule {
    /// No walls are set.
    #[default]
    None,
    /// Behind each move one wall, which goes elsewhere with the next: Duck chess.
    Duck,
    /// Behind each move a wall where the piece that has moved could go: the arrows of Amazons.
    Arrow,
    /// Each move leaves a wall behind it.
    Past,
    /// Behind each move a wall on any empty square.
    Static,
    /// Behind each move a wall on an empty square at the edge of the board or beside another wall: the land that sinks in Atlantis.
    Edge,
}

/// The walls of a variant.
#[derive(Clone, Debug)]
pub struct Walls {
    /// How they are set.
    pub rule: WallRule,
    /// Whether a turn is a move or a wall, not both.
    pub or_move: bool,
    /// Where White and Black may set them.
    pub region: [Region; 2],
}

/// Loss of the game by loss of pieces (extinction).
#[derive(Clone, Debug)]
pub struct Extinction {
    /// The value for the side whose pieces are gone; `None` if there is no such rule.
    pub value: Option<Value>,
    /// Which kinds count.
    pub kinds: Kinds,
    /// The number of pieces that counts as none.
    pub count: u8,
    /// How many the opponent must have.
    pub opponent_count: u8,
    /// Whether only the side to move may claim it.
    pub claim: bool,
    /// Whether the last pieces are treated like kings.
    pub pseudo_royal: bool,
    /// Whether it is check if all of them are attacked at once.
    pub duple: bool,
}

/// Win by reaching a region.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The kind that must reach it.
    pub piece: [PieceKind; 2],
    /// The squares of the region.
    pub region: [Region; 2],
    /// The number of pieces that must be there.
    pub count: u8,
    /// Whether a full region is enough.
    pub blocked_win: bool,
    /// Whether the other side has one more move.
    pub extra_move: bool,
    /// Whether the piece must be safe there.
    pub safe: bool,
}

/// Win by pieces in a row.
#[derive(Clone, Debug)]
pub struct Connect {
    /// How many in a row; 0: no such rule.
    pub n: u8,
    /// Whether a longer row of White's, or of Black's, is none.
    pub exact: [bool; 2],
    /// Which kinds.
    pub kinds: Kinds,
    /// Up and down, sideways, slanting.
    pub vertical: bool,
    /// Sideways.
    pub horizontal: bool,
    /// Slanting.
    pub diagonal: bool,
    /// Regions to join: `[side]`, from and to.
    pub regions: [[Region; 2]; 2],
    /// A full square of this side; 0: no such rule.
    pub square: u8,
    /// This many on one line, with gaps; 0: no such rule.
    pub collinear: u8,
    /// The value for the side that did.
    pub value: Value,
}

/// Stalemate, mate, repetition and counted moves.
#[derive(Clone, Debug)]
pub struct Endings {
    /// Moves of both sides without a capture or a pawn move; 0: no such rule.
    pub n_move: u16,
    /// Kinds whose moves start the count again.
    pub n_move_kinds: [Kinds; 2],
    /// How often a position must occur; 0: no such rule.
    pub n_fold: u8,
    /// The value of a repetition for the side to move.
    pub n_fold_value: Value,
    /// Whether that value is White's.
    pub n_fold_absolute: bool,
    /// Whether the side that always checks loses.
    pub perpetual_check_illegal: bool,
    /// Whether a piece may not shuffle between two squares.
    pub move_repetition_illegal: bool,
    /// Whether the side that always chases loses (Asian rules of xiangqi).
    pub chasing: bool,
    /// The value of stalemate.
    pub stalemate: Value,
    /// Whether the number of pieces decides a stalemate.
    pub stalemate_count: bool,
    /// The value of checkmate.
    pub checkmate: Value,
    /// Whether mate by a dropped pawn loses.
    pub pawn_drop_mate_illegal: bool,
    /// Shatar: what mates count.
    pub shatar: bool,
    /// Janggi: kings that face each other.
    pub bikjang: bool,
    /// Points at the end.
    pub material: Option<Material>,
    /// Whether material is counted when the board is full.
    pub full_board: bool,
    /// Counting rules.
    pub counting: Option<Counting>,
    /// Whether the number of checks wins.
    pub check_counting: bool,
}

/// The rules of a variant.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The variant's name.
    pub name: String,
    /// Why the rules cannot be used, if they could not be read whole.
    pub refused: Option<String>,
    /// Whether games are written in shogi notation (`variantTemplate = shogi`).
    pub shogi: bool,
    /// The board.
    pub board: Board,
    /// Whether castling follows the rules of chess960.
    pub chess960: bool,
    /// The pieces, by kind.
    pub pieces: Vec<Option<PieceType>>,
    /// The first position.
    pub start_fen: String,
    /// Promotion.
    pub promotion: Promotion,
    /// Whether pawns may step twice.
    pub double_step: bool,
    /// The squares from which they may.
    pub double_region: [Region; 2],
    /// The squares from which they may step three times.
    pub triple_region: [Region; 2],
    /// Where pieces may be captured in passing.
    pub ep_region: [Region; 2],
    /// Which kinds capture so.
    pub ep_kinds: [Kinds; 2],
    /// Castling.
    pub castling: Castling,
    /// Drops.
    pub drops: Drops,
    /// Whether a side may give check.
    pub checking: bool,
    /// Whether a side must capture if it can.
    pub must_capture: bool,
    /// Whether captures blow up the squares around them.
    pub blast: bool,
    /// Kinds that are immune to blasts.
    pub blast_immune: Kinds,
    /// Kinds that cannot capture each other.
    pub mutually_immune: Kinds,
    /// Kinds that turn to stone as they capture.
    pub petrify: Kinds,
    /// Whether pieces that are blown up turn to stone.
    pub petrify_blast: bool,
    /// Whether pieces may not go where they could never move again.
    pub immobility_illegal: bool,
    /// Whether there are gates.
    pub gating: bool,
    /// Walls that are set behind each move.
    pub walls: Walls,
    /// Gating as in S-Chess.
    pub seirawan: bool,
    /// First moves of king and fers as in ouk.
    pub cambodian: bool,
    /// The slanting lines of janggi's palaces.
    pub diagonal_lines: Region,
    /// Whether a side may pass.
    pub pass: [bool; 2],
    /// Whether a stalemated side may pass.
    pub pass_on_stalemate: [bool; 2],
    /// Whether the king may not move out of check.
    pub makpong: bool,
    /// Whether kings may not face each other.
    pub flying_general: bool,
    /// From which rank, from 0, soldiers go sideways.
    pub soldier_rank: u8,
    /// Extinction.
    pub extinction: Extinction,
    /// Flags.
    pub flag: Flag,
    /// Rows.
    pub connect: Connect,
    /// Other ends of the game.
    pub end: Endings,
}

impl Default for Rules {
    fn default() -> Rules {
        let pawn = [Kinds::of(&[PieceKind::PAWN]); 2];
        let ranks = |white: u8, black: u8| [Region::rank(white), Region::rank(black)];
        Rules {
            name: String::new(),
            refused: None,
            shogi: false,
            board: Board { files: 8, ranks: 8 },
            chess960: false,
            pieces: vec![None; PieceKind::KING.0 as usize + 1],
            start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            promotion: Promotion {
                zone: ranks(7, 0),
                pawns: pawn,
                to: [Kinds::of(&[PieceKind::KNIGHT, PieceKind::BISHOP, PieceKind::ROOK, PieceKind::QUEEN]);
                    2],
                mandatory_pawn: true,
                mandatory_piece: false,
                on_capture: false,
                demotion: false,
                sittuyin: false,
            },
            double_step: true,
            double_region: ranks(1, 6),
            triple_region: [Region::EMPTY; 2],
            ep_region: [Region::ALL; 2],
            ep_kinds: pawn,
            castling: Castling {
                enabled: true,
                dropped: false,
                kingside: 6,
                queenside: 2,
                rank: 0,
                king_file: 4,
                king: PieceKind::KING,
                rooks: Kinds::of(&[PieceKind::ROOK]),
                rook_kingside: None,
                rook_queenside: None,
                opposite: false,
                wins: [[false; 2]; 2],
            },
            drops: Drops {
                enabled: false,
                captures_to_hand: false,
                loops: false,
                must: false,
                must_kind: PieceKind::ANY,
                checks: true,
                first_rank_pawns: false,
                promotion_zone_pawns: false,
                region: [Region::ALL; 2],
                sittuyin_rook: false,
                opposite_bishops: false,
                promoted: false,
                free: false,
                renju: false,
                no_doubled: None,
                no_doubled_count: 1,
            },
            checking: true,
            must_capture: false,
            blast: false,
            blast_immune: Kinds::NONE,
            mutually_immune: Kinds::NONE,
            petrify: Kinds::NONE,
            petrify_blast: false,
            immobility_illegal: false,
            gating: false,
            walls: Walls { rule: WallRule::None, or_move: false, region: [Region::ALL; 2] },
            seirawan: false,
            cambodian: false,
            diagonal_lines: Region::EMPTY,
            pass: [false; 2],
            pass_on_stalemate: [false; 2],
            makpong: false,
            flying_general: false,
            soldier_rank: 0,
            extinction: Extinction {
                value: None,
                kinds: Kinds::NONE,
                count: 0,
                opponent_count: 0,
                claim: false,
                pseudo_royal: false,
                duple: false,
            },
            flag: Flag {
                piece: [PieceKind::ANY; 2],
                region: [Region::EMPTY; 2],
                count: 1,
                blocked_win: false,
                extra_move: false,
                safe: false,
            },
            connect: Connect {
                n: 0,
                exact: [false; 2],
                kinds: Kinds::of(&[PieceKind::ANY]),
                vertical: true,
                horizontal: true,
                diagonal: true,
                regions: [[Region::EMPTY; 2]; 2],
                square: 0,
                collinear: 0,
                value: Value::Win,
            },
            end: Endings {
                n_move: 50,
                n_move_kinds: pawn,
                n_fold: 3,
                n_fold_value: Value::Draw,
                n_fold_absolute: false,
                perpetual_check_illegal: false,
                move_repetition_illegal: false,
                chasing: false,
                stalemate: Value::Draw,
                stalemate_count: false,
                checkmate: Value::Loss,
                pawn_drop_mate_illegal: false,
                shatar: false,
                bikjang: false,
                material: None,
                full_board: false,
                counting: None,
                check_counting: false,
            },
        }
    }
}

impl Rules {
    /// What the rules say of a kind, if the variant has it.
    #[must_use]
    pub fn piece(&self, kind: PieceKind) -> Option<&PieceType> {
        self.pieces.get(kind.0 as usize)?.as_ref()
    }

    /// The kind of a letter of FEN, big or small.
    #[must_use]
    pub fn kind_of(&self, letter: char) -> Option<PieceKind> {
        let letter = u8::try_from(letter).ok()?.to_ascii_lowercase();
        let with = |takes: fn(&PieceType, u8) -> bool| {
            PieceKind::all().find(|&kind| self.piece(kind).is_some_and(|piece| takes(piece, letter)))
        };
        with(|piece, letter| piece.letter == letter)
            .or_else(|| with(|piece, letter| piece.synonym == Some(letter)))
    }

    /// The letter of a kind, big.
    #[must_use]
    pub fn letter(&self, kind: PieceKind) -> char {
        self.piece(kind).map_or('?', |piece| piece.letter.to_ascii_uppercase() as char)
    }

    /// The kinds that the variant has.
    pub fn kinds(&self) -> impl Iterator<Item = PieceKind> + '_ {
        PieceKind::all().filter(|&kind| self.piece(kind).is_some())
    }

    /// The kind of the stones, in a game of stones that are only placed: a move is then a point.
    #[must_use]
    pub fn stones(&self) -> Option<PieceKind> {
        let mut kinds = self.kinds();
        let only = kinds.next().filter(|_| kinds.next().is_none())?;
        let placed = self.piece(only).is_some_and(|piece| piece.movements.is_empty());
        (self.drops.enabled && self.drops.free && placed).then_some(only)
    }

    /// Whether a piece of this kind and side may stand on the square.
    #[must_use]
    pub fn may_stand(&self, side: Side, kind: PieceKind, square: Square) -> bool {
        self.board.contains(square)
            && self.piece(kind).is_none_or(|piece| {
                piece.mobility[side as usize].is_none_or(|region| region.contains(square))
            })
    }

    /// The kind that captured promoted pawns go back to.
    #[must_use]
    pub fn main_pawn(&self, side: Side) -> PieceKind {
        let mut pawns = self.promotion.pawns[side as usize].iter();
        pawns.find(|&kind| kind != PieceKind::ANY).unwrap_or(PieceKind::PAWN)
    }
}
