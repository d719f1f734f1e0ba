//! Every key of a rules file, and where its value goes.

use crate::geometry::{MAX_SIDE, Region, Side, Square};
use crate::kinds::{Kinds, PieceKind};
use crate::rules::{Counting, Material, Rules, Value, WallRule};

/// Why a key is not supported.
type Refused = String;

/// Keys for display and search that no rule depends on.
const NO_RULE: [&str; 5] = ["pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg", "nnueAlias"];

/// Keys of rules that this crate does not have, with the values that switch them off.
const NOT_HERE: [(&str, &str); 4] = [
    ("twoBoards", "false"),
    ("enclosingDrop", "none"),
    ("enclosingDropStart", "-"),
    ("flipEnclosedPieces", "none"),
];

/// The keys known to Fairy-Stockfish whose rules are not applied here; they are refused unless switched off.
pub fn unsupported() -> impl Iterator<Item = &'static str> {
    NOT_HERE.iter().map(|(key, _)| *key)
}

fn bool(value: &str) -> Result<bool, Refused> {
    match value {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("“{value}” is neither true nor false")),
    }
}

fn number<N: std::str::FromStr>(value: &str) -> Result<N, Refused> {
    value.parse().map_err(|_| format!("“{value}” is not a number, or too large"))
}

/// A rank from 1, given from 0.
fn rank(value: &str) -> Result<u8, Refused> {
    match number::<u8>(value)? {
        rank @ 1..=MAX_SIDE => Ok(rank - 1),
        rank => Err(format!("rank {rank} is not between 1 and {MAX_SIDE}")),
    }
}

/// A file as a letter or as a number from 1, given from 0.
fn file(value: &str) -> Result<u8, Refused> {
    match value.as_bytes() {
        [letter @ b'a'..=b't'] => Ok(letter - b'a'),
        _ => rank(value)
            .map_err(|_| format!("“{value}” is neither a file a to t nor a number 1 to {MAX_SIDE}")),
    }
}

fn value(text: &str) -> Result<Value, Refused> {
    match text {
        "win" => Ok(Value::Win),
        "loss" => Ok(Value::Loss),
        "draw" => Ok(Value::Draw),
        _ => Err(format!("“{text}” is none of win, loss, draw")),
    }
}

/// A list of squares: `d4 *5 e*`; `-` is none.
fn region(text: &str) -> Result<Region, Refused> {
    let mut region = Region::EMPTY;
    for word in text.split_whitespace().filter(|word| *word != "-") {
        let all = |rank: Option<u8>, file: Option<u8>| {
            (0..MAX_SIDE)
                .flat_map(move |r| (0..MAX_SIDE).map(move |f| (f, r)))
                .filter(move |(f, r)| {
                    rank.is_none_or(|rank| rank == *r) && file.is_none_or(|file| file == *f)
                })
                .map(|(f, r)| Square::new(f, r))
        };
        if let Some(square) = Square::parse(word) {
            region.insert(square);
        } else if let Some(number) = word.strip_prefix('*') {
            let rank = if number == "*" { None } else { Some(rank(number)?) };
            all(rank, None).for_each(|square| region.insert(square));
        } else if let Some(letter) = word.strip_suffix('*') {
            let file = file(letter)?;
            all(None, Some(file)).for_each(|square| region.insert(square));
        } else {
            return Err(format!("“{word}” is not a square, nor a rank like *8, nor a file like a*"));
        }
    }
    Ok(region)
}

impl Rules {
    fn kind_value(&self, text: &str) -> Result<PieceKind, Refused> {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some('*'), None) => Ok(PieceKind::ANY),
            (Some(letter), None) => self
                .kind_of(letter)
                .ok_or_else(|| format!("no man of this variant has the letter “{letter}”")),
            _ => Err(format!("“{text}” is not one letter of a man")),
        }
    }

    fn kinds_value(&self, text: &str) -> Result<Kinds, Refused> {
        let mut kinds = Kinds::NONE;
        for letter in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
            kinds.insert(self.kind_value(&letter.to_string())?);
        }
        Ok(kinds)
    }

    /// Pairs like `p:g s:-`.
    fn pairs<'t>(&self, text: &'t str) -> Result<Vec<(PieceKind, &'t str)>, Refused> {
        let pair = |word: &'t str| {
            let (letter, value) = word.split_once(':').ok_or_else(|| format!("“{word}” is not like p:g"))?;
            Ok((self.kind_value(letter)?, value))
        };
        text.split_whitespace().filter(|word| *word != "-").map(pair).collect()
    }

    fn set_mobility(&mut self, name: &str, text: &str) -> Result<(), Refused> {
        let (side, piece) = match (name.strip_prefix("White"), name.strip_prefix("Black")) {
            (Some(piece), _) => (Side::White, piece),
            (_, Some(piece)) => (Side::Black, piece),
            _ => return Err("a mobility region names White or Black, then a piece".into()),
        };
        let mut lower = piece.to_string();
        if let Some(first) = lower.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        let kind = PieceKind::named(&lower).ok_or_else(|| format!("“{piece}” is not a piece"))?;
        let region = region(text)?;
        match self.pieces[kind.0 as usize].as_mut() {
            Some(piece) => piece.mobility[side as usize] = Some(region),
            None => return Err(format!("the variant has no {}", kind.name())),
        }
        Ok(())
    }

    /// Sets one key that is not a piece. The error is the reason, in words.
    pub(crate) fn set(&mut self, key: &str, text: &str) -> Result<(), Refused> {
        const W: usize = Side::White as usize;
        const B: usize = Side::Black as usize;
        if let Some(name) = key.strip_prefix("mobilityRegion") {
            return self.set_mobility(name, text);
        }
        if NO_RULE.contains(&key) {
            return Ok(());
        }
        if let Some((_, off)) = NOT_HERE.iter().find(|(name, _)| *name == key) {
            return match text == *off {
                true => Ok(()),
                false => Err("is a key of Fairy-Stockfish whose rule is not known here".into()),
            };
        }
        match key {
            "variantTemplate" => {
                self.shogi = text == "shogi";
                if !["fairy", "shogi", "bughouse"].contains(&text) {
                    return Err(format!("“{text}” is none of fairy, shogi, bughouse"));
                }
            }
            "maxRank" => self.board.ranks = rank(text)? + 1,
            "maxFile" => self.board.files = file(text)? + 1,
            "chess960" => self.chess960 = bool(text)?,
            "startFen" => self.start_fen = text.into(),
            "pawnTypes" => {
                let kinds = self.kinds_value(text)?;
                self.promotion.pawns = [kinds; 2];
                self.ep_kinds = [kinds; 2];
                self.end.n_move_kinds = [kinds; 2];
            }
            "promotionRegionWhite" => self.promotion.zone[W] = region(text)?,
            "promotionRegionBlack" => self.promotion.zone[B] = region(text)?,
            "promotionPawnTypes" => self.promotion.pawns = [self.kinds_value(text)?; 2],
            "promotionPawnTypesWhite" => self.promotion.pawns[W] = self.kinds_value(text)?,
            "promotionPawnTypesBlack" => self.promotion.pawns[B] = self.kinds_value(text)?,
            "promotionPieceTypes" => self.promotion.to = [self.kinds_value(text)?; 2],
            "promotionPieceTypesWhite" => self.promotion.to[W] = self.kinds_value(text)?,
            "promotionPieceTypesBlack" => self.promotion.to[B] = self.kinds_value(text)?,
            "sittuyinPromotion" => self.promotion.sittuyin = bool(text)?,
            "promotionLimit" => {
                for (kind, limit) in self.pairs(text)? {
                    let limit = number(limit)?;
                    self.pieces
                        .get_mut(kind.0 as usize)
                        .into_iter()
                        .flatten()
                        .for_each(|piece| piece.limit = limit);
                }
            }
            "promotedPieceType" => {
                for (kind, to) in self.pairs(text)? {
                    let to = if to == "-" { None } else { Some(self.kind_value(to)?) };
                    self.pieces
                        .get_mut(kind.0 as usize)
                        .into_iter()
                        .flatten()
                        .for_each(|piece| piece.promoted = to);
                }
            }
            "pieceNames" => {
                for (kind, name) in self.pairs(text)? {
                    let name = (name != "-").then(|| name.replace('_', " "));
                    self.pieces
                        .get_mut(kind.0 as usize)
                        .into_iter()
                        .flatten()
                        .for_each(|piece| piece.name.clone_from(&name));
                }
            }
            "piecePromotionOnCapture" => self.promotion.on_capture = bool(text)?,
            "mandatoryPawnPromotion" => self.promotion.mandatory_pawn = bool(text)?,
            "mandatoryPiecePromotion" => self.promotion.mandatory_piece = bool(text)?,
            "pieceDemotion" => self.promotion.demotion = bool(text)?,
            "blastOnCapture" => self.blast = bool(text)?,
            "blastImmuneTypes" => self.blast_immune = self.kinds_value(text)?,
            "mutuallyImmuneTypes" => self.mutually_immune = self.kinds_value(text)?,
            "petrifyOnCaptureTypes" => self.petrify = self.kinds_value(text)?,
            "petrifyBlastPieces" => self.petrify_blast = bool(text)?,
            "doubleStep" => self.double_step = bool(text)?,
            "doubleStepRegionWhite" => self.double_region[W] = region(text)?,
            "doubleStepRegionBlack" => self.double_region[B] = region(text)?,
            "tripleStepRegionWhite" => self.triple_region[W] = region(text)?,
            "tripleStepRegionBlack" => self.triple_region[B] = region(text)?,
            "wallingRule" => {
                self.walls.rule = match text {
                    "none" => WallRule::None,
                    "duck" => WallRule::Duck,
                    "arrow" => WallRule::Arrow,
                    "past" => WallRule::Past,
                    "static" => WallRule::Static,
                    "edge" => WallRule::Edge,
                    _ => return Err(format!("“{text}” is none of none, duck, arrow, past, static, edge")),
                }
            }
            "wallOrMove" => self.walls.or_move = bool(text)?,
            "wallingRegion" => self.walls.region = [region(text)?; 2],
            "wallingRegionWhite" => self.walls.region[W] = region(text)?,
            "wallingRegionBlack" => self.walls.region[B] = region(text)?,
            "enPassantRegion" => self.ep_region = [region(text)?; 2],
            "enPassantRegionWhite" => self.ep_region[W] = region(text)?,
            "enPassantRegionBlack" => self.ep_region[B] = region(text)?,
            "enPassantTypes" => self.ep_kinds = [self.kinds_value(text)?; 2],
            "enPassantTypesWhite" => self.ep_kinds[W] = self.kinds_value(text)?,
            "enPassantTypesBlack" => self.ep_kinds[B] = self.kinds_value(text)?,
            "castling" => self.castling.enabled = bool(text)?,
            "castlingDroppedPiece" => self.castling.dropped = bool(text)?,
            "castlingKingsideFile" => self.castling.kingside = file(text)?,
            "castlingQueensideFile" => self.castling.queenside = file(text)?,
            "castlingRank" => self.castling.rank = rank(text)?,
            "castlingKingFile" => self.castling.king_file = file(text)?,
            "castlingKingPiece" => self.castling.king = self.kind_value(text)?,
            "castlingRookKingsideFile" => self.castling.rook_kingside = Some(file(text)?),
            "castlingRookQueensideFile" => self.castling.rook_queenside = Some(file(text)?),
            "castlingRookPieces" => self.castling.rooks = self.kinds_value(text)?,
            "oppositeCastling" => self.castling.opposite = bool(text)?,
            "castlingWins" => {
                self.castling.wins = [[false; 2]; 2];
                for letter in text.chars().filter(|c| *c != '-') {
                    let side = if letter.is_ascii_uppercase() { W } else { B };
                    match letter.to_ascii_lowercase() {
                        'k' => self.castling.wins[side][0] = true,
                        'q' => self.castling.wins[side][1] = true,
                        _ => return Err(format!("“{letter}” is none of K, Q, k, q")),
                    }
                }
            }
            "checking" => self.checking = bool(text)?,
            "dropChecks" => self.drops.checks = bool(text)?,
            "mustCapture" => self.must_capture = bool(text)?,
            "mustDrop" => self.drops.must = bool(text)?,
            "mustDropType" => self.drops.must_kind = self.kind_value(text)?,
            "pieceDrops" => self.drops.enabled = bool(text)?,
            "dropLoop" => self.drops.loops = bool(text)?,
            "capturesToHand" => self.drops.captures_to_hand = bool(text)?,
            "firstRankPawnDrops" => self.drops.first_rank_pawns = bool(text)?,
            "promotionZonePawnDrops" => self.drops.promotion_zone_pawns = bool(text)?,
            "dropRegionWhite" => self.drops.region[W] = region(text)?,
            "dropRegionBlack" => self.drops.region[B] = region(text)?,
            "sittuyinRookDrop" => self.drops.sittuyin_rook = bool(text)?,
            "dropOppositeColoredBishop" => self.drops.opposite_bishops = bool(text)?,
            "freeDrops" => self.drops.free = bool(text)?,
            "renjuRule" => self.drops.renju = bool(text)?,
            "dropPromoted" => self.drops.promoted = bool(text)?,
            "dropNoDoubled" => {
                self.drops.no_doubled = if text == "-" { None } else { Some(self.kind_value(text)?) }
            }
            "dropNoDoubledCount" => self.drops.no_doubled_count = number(text)?,
            "immobilityIllegal" => self.immobility_illegal = bool(text)?,
            "gating" => self.gating = bool(text)?,
            "seirawanGating" => self.seirawan = bool(text)?,
            "cambodianMoves" => self.cambodian = bool(text)?,
            "diagonalLines" => self.diagonal_lines = region(text)?,
            "pass" => self.pass = [bool(text)?; 2],
            "passWhite" => self.pass[W] = bool(text)?,
            "passBlack" => self.pass[B] = bool(text)?,
            "passOnStalemate" => self.pass_on_stalemate = [bool(text)?; 2],
            "passOnStalemateWhite" => self.pass_on_stalemate[W] = bool(text)?,
            "passOnStalemateBlack" => self.pass_on_stalemate[B] = bool(text)?,
            "makpongRule" => self.makpong = bool(text)?,
            "flyingGeneral" => self.flying_general = bool(text)?,
            "soldierPromotionRank" => self.soldier_rank = rank(text)?,
            _ => return self.set_ending(key, text),
        }
        Ok(())
    }

    /// Sets a key that says how games end.
    fn set_ending(&mut self, key: &str, text: &str) -> Result<(), Refused> {
        const W: usize = Side::White as usize;
        const B: usize = Side::Black as usize;
        match key {
            "nMoveRuleTypes" => self.end.n_move_kinds = [self.kinds_value(text)?; 2],
            "nMoveRuleTypesWhite" => self.end.n_move_kinds[W] = self.kinds_value(text)?,
            "nMoveRuleTypesBlack" => self.end.n_move_kinds[B] = self.kinds_value(text)?,
            "nMoveRule" => self.end.n_move = number(text)?,
            "nFoldRule" => self.end.n_fold = number(text)?,
            "nFoldValue" => self.end.n_fold_value = value(text)?,
            "nFoldValueAbsolute" => self.end.n_fold_absolute = bool(text)?,
            "perpetualCheckIllegal" => self.end.perpetual_check_illegal = bool(text)?,
            "moveRepetitionIllegal" => self.end.move_repetition_illegal = bool(text)?,
            "chasingRule" => {
                self.end.chasing = match text {
                    "axf" => true,
                    "none" => false,
                    _ => return Err(format!("“{text}” is neither axf nor none")),
                }
            }
            "stalemateValue" => self.end.stalemate = value(text)?,
            "stalematePieceCount" => self.end.stalemate_count = bool(text)?,
            "checkmateValue" => self.end.checkmate = value(text)?,
            "shogiPawnDropMateIllegal" => self.end.pawn_drop_mate_illegal = bool(text)?,
            "shatarMateRule" => self.end.shatar = bool(text)?,
            "bikjangRule" => self.end.bikjang = bool(text)?,
            "extinctionValue" => {
                self.extinction.value = if text == "none" { None } else { Some(value(text)?) }
            }
            "extinctionClaim" => self.extinction.claim = bool(text)?,
            "extinctionPseudoRoyal" => self.extinction.pseudo_royal = bool(text)?,
            "dupleCheck" => self.extinction.duple = bool(text)?,
            "extinctionPieceTypes" => self.extinction.kinds = self.kinds_value(text)?,
            "extinctionPieceCount" => self.extinction.count = number(text)?,
            "extinctionOpponentPieceCount" => self.extinction.opponent_count = number(text)?,
            "flagPiece" => self.flag.piece = [self.kind_value(text)?; 2],
            "flagPieceWhite" => self.flag.piece[W] = self.kind_value(text)?,
            "flagPieceBlack" => self.flag.piece[B] = self.kind_value(text)?,
            "flagRegion" => self.flag.region = [region(text)?; 2],
            "flagRegionWhite" => self.flag.region[W] = region(text)?,
            "flagRegionBlack" => self.flag.region[B] = region(text)?,
            "flagPieceCount" => self.flag.count = number(text)?,
            "flagPieceBlockedWin" => self.flag.blocked_win = bool(text)?,
            "flagMove" => self.flag.extra_move = bool(text)?,
            "flagPieceSafe" => self.flag.safe = bool(text)?,
            "checkCounting" => self.end.check_counting = bool(text)?,
            "connectN" => self.connect.n = number(text)?,
            "connectExact" => self.connect.exact = [bool(text)?; 2],
            "connectExactWhite" => self.connect.exact[W] = bool(text)?,
            "connectExactBlack" => self.connect.exact[B] = bool(text)?,
            "connectPieceTypes" => self.connect.kinds = self.kinds_value(text)?,
            "connectVertical" => self.connect.vertical = bool(text)?,
            "connectHorizontal" => self.connect.horizontal = bool(text)?,
            "connectDiagonal" => self.connect.diagonal = bool(text)?,
            "connectRegion1White" => self.connect.regions[W][0] = region(text)?,
            "connectRegion2White" => self.connect.regions[W][1] = region(text)?,
            "connectRegion1Black" => self.connect.regions[B][0] = region(text)?,
            "connectRegion2Black" => self.connect.regions[B][1] = region(text)?,
            "connectNxN" => self.connect.square = number(text)?,
            "collinearN" => self.connect.collinear = number(text)?,
            "connectValue" => self.connect.value = value(text)?,
            "materialCounting" => {
                self.end.material = match text {
                    "janggi" => Some(Material::Janggi),
                    "unweighted" => Some(Material::Unweighted),
                    "whitedrawodds" => Some(Material::WhiteDrawOdds),
                    "blackdrawodds" => Some(Material::BlackDrawOdds),
                    "none" => None,
                    _ => return Err(format!("“{text}” is no way to count material")),
                }
            }
            "adjudicateFullBoard" => self.end.full_board = bool(text)?,
            "countingRule" => {
                self.end.counting = match text {
                    "makruk" => Some(Counting::Makruk),
                    "cambodian" => Some(Counting::Cambodian),
                    "asean" => Some(Counting::Asean),
                    "none" => None,
                    _ => return Err(format!("“{text}” is none of makruk, cambodian, asean, none")),
                }
            }
            _ => return Err("is not a key that is known".into()),
        }
        Ok(())
    }
}
