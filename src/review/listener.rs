//! The network side of the review server: HTTP on loopback, with limits on everything that a stranger can send or leave
//! unread. It knows nothing of chess: requests that it lets in go to the desk one after the other.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::task::Poll;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{HeaderMap, HeaderName};
use hyper::service::service_fn;
use hyper::{Method, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::{Notify, oneshot};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// Largest head of a request (its first line and headers), in bytes, and most headers in it.
const MOST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
/// Largest body, in bytes.
const MOST_BODY: usize = 1 << 20;
/// How long a client may take to send its head, its body, and to read the answer.
const HEAD_TIME: Duration = Duration::from_secs(5);
const BODY_TIME: Duration = Duration::from_secs(10);
const ANSWER_TIME: Duration = Duration::from_secs(60);
/// Most connections at the same time. If one more comes, the oldest that has not shown the token is closed.
const MOST_CONNECTIONS: usize = 64;
/// Most requests that wait for the desk.
const MOST_WAITING: usize = 256;

/// A request without its connection.
#[derive(Debug)]
pub(super) struct Asked {
    pub method: Method,
    /// The path, without a query.
    pub path: String,
    headers: HeaderMap,
    pub body: Bytes,
}

impl Asked {
    /// The value of a header; `None` if it is missing, given twice, or no text.
    pub fn header(&self, name: &'static str) -> Option<&str> {
        let mut values = self.headers.get_all(HeaderName::from_static(name)).iter();
        let value = values.next()?.to_str().ok()?;
        values.next().is_none().then_some(value)
    }

    /// Whether a header is there at all.
    pub fn has(&self, name: &'static str) -> bool {
        self.headers.contains_key(HeaderName::from_static(name))
    }
}

/// A refused request: HTTP status and message.
pub(super) type Refusal = (u16, String);
/// An answer: its media type and its bytes.
pub(super) type Answer = Result<(&'static str, Vec<u8>), Refusal>;

/// A request that was let in, and where its answer goes.
pub(super) struct Letter {
    pub asked: Asked,
    pub answer: oneshot::Sender<Answer>,
}

/// Whether a request may come in.
type Admission = dyn Fn(&Asked) -> Result<(), Refusal> + Send + Sync;

/// What the network side needs to know.
pub(super) struct Door {
    /// Whether a request may come in. It is asked before the body is read.
    pub admits: Box<Admission>,
    /// Ends the listening.
    pub stop: Arc<Notify>,
}

/// Takes connections until it is stopped, and sends what it lets in to `desk`.
///
/// # Errors
/// If the system refuses to watch the connections.
pub(super) fn listen(listener: &TcpListener, door: Door, desk: mpsc::SyncSender<Letter>) -> io::Result<()> {
    let listener = listener.try_clone()?;
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let stop = Arc::clone(&door.stop);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        first_of(stop.notified(), accept(listener, Arc::new(door), desk)).await;
        Ok(())
    })
}

/// An open connection.
struct Open {
    task: AbortHandle,
    /// Whether it has shown the token.
    is_admitted: Arc<AtomicBool>,
}

async fn accept(listener: tokio::net::TcpListener, door: Arc<Door>, desk: mpsc::SyncSender<Letter>) {
    let mut open: Vec<Open> = Vec::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors, say: connections that end free some.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        open.retain(|other| !other.task.is_finished());
        if open.len() >= MOST_CONNECTIONS {
            let stranger = open.iter().position(|other| !other.is_admitted.load(Ordering::Relaxed));
            open.remove(stranger.unwrap_or(0)).task.abort();
        }
        let is_admitted = Arc::new(AtomicBool::new(false));
        let caller = Caller { door: Arc::clone(&door), desk: desk.clone(), is_admitted: is_admitted.clone() };
        let task = tokio::spawn(serve(stream, caller)).abort_handle();
        open.push(Open { task, is_admitted });
    }
}

/// What a connection needs.
#[derive(Clone)]
struct Caller {
    door: Arc<Door>,
    desk: mpsc::SyncSender<Letter>,
    is_admitted: Arc<AtomicBool>,
}

/// Answers the one request of a connection.
async fn serve(stream: tokio::net::TcpStream, caller: Caller) {
    let answered = Arc::new(Notify::new());
    let told = Arc::clone(&answered);
    let service = service_fn(move |request| {
        let (caller, told) = (caller.clone(), Arc::clone(&told));
        async move {
            let response = respond(request, &caller).await;
            told.notify_one();
            Ok::<_, Infallible>(response)
        }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(MOST_HEAD)
        .max_headers(MOST_HEADERS)
        // One request a connection: a client cannot send many and leave the answers unread.
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    let left_unread = async {
        answered.notified().await;
        sleep(ANSWER_TIME).await;
    };
    // An error says that the client has gone, or has sent what is no HTTP.
    first_of(connection, left_unread).await;
}

/// Waits for one of two tasks and drops the other.
async fn first_of(one: impl Future, other: impl Future) {
    let (mut one, mut other) = (pin!(one), pin!(other));
    poll_fn(|context| {
        let is_done = one.as_mut().poll(context).is_ready() || other.as_mut().poll(context).is_ready();
        if is_done { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// The answer to a request.
async fn respond(request: hyper::Request<Incoming>, caller: &Caller) -> Response<Full<Bytes>> {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let mut asked = Asked { method: parts.method, path, headers: parts.headers, body: Bytes::new() };
    let too_long = || (413, "that is no decision".to_owned());
    let claims = body.size_hint().lower();
    let admitted = match (caller.door.admits)(&asked) {
        Ok(()) if claims > MOST_BODY as u64 => Err(too_long()),
        admitted => admitted,
    };
    let body = timeout(BODY_TIME, Limited::new(body, MOST_BODY).collect());
    let answer = match admitted {
        Err(refusal) => Err(refusal),
        Ok(()) => {
            caller.is_admitted.store(true, Ordering::Relaxed);
            match body.await {
                Ok(Ok(body)) => {
                    asked.body = body.to_bytes();
                    ask(asked, &caller.desk).await
                }
                Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => Err(too_long()),
                Ok(Err(error)) => Err((400, error.to_string())),
                Err(_) => Err((408, "the request did not come to its end".to_owned())),
            }
        }
    };
    let (status, kind, bytes) = match answer {
        Ok((kind, bytes)) => (200, kind, bytes),
        Err((status, words)) => (status, "text/plain; charset=utf-8", words.into_bytes()),
    };
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ];
    let mut response = Response::builder().status(status);
    for (name, value) in headers {
        response = response.header(name, value);
    }
    // All of these headers are valid.
    response.body(Full::new(bytes.into())).unwrap_or_default()
}

/// The desk's answer.
async fn ask(asked: Asked, desk: &mpsc::SyncSender<Letter>) -> Answer {
    let (answer, answered) = oneshot::channel();
    if desk.try_send(Letter { asked, answer }).is_err() {
        return Err((503, "too many requests wait already".to_owned()));
    }
    answered.await.unwrap_or_else(|_| Err((503, "the review has ended".to_owned())))
}

/// The channel to the desk.
pub(super) fn channel() -> (mpsc::SyncSender<Letter>, mpsc::Receiver<Letter>) {
    mpsc::sync_channel(MOST_WAITING)
}
