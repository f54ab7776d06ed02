//! Connections, plain or by TLS: a limited number at once, each with a time limit. Requests that arrived before the
//! process ends are still answered.

use crate::config::{Limits, Tls};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

/// Time limit of the TLS handshake, and of the head of each request.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// The pause after a connection could not be accepted, for example because there are no more file handles.
const PAUSE: Duration = Duration::from_millis(100);
/// The header in which a proxy names its client.
const FORWARDED: &str = "x-forwarded-for";

/// Why TLS is not available.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read, or has other contents.
    #[error("{}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Certificate and key do not match, or are of an unknown kind.
    #[error("the certificate and its key cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
}

/// Makes ring the default for all TLS in this program.
pub fn by_ring() {
    // An earlier choice has precedence.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Certificate and key as last read.
pub(crate) struct Certificates {
    files: Tls,
    now: RwLock<Arc<ServerConfig>>,
}

impl Certificates {
    /// Reads the files.
    pub(crate) fn read(files: &Tls) -> Result<Certificates, TlsError> {
        Ok(Certificates { files: files.clone(), now: RwLock::new(Arc::new(server_config(files)?)) })
    }

    /// Reads the files again, for later connections. If that fails, the previous ones stay in use.
    pub(crate) fn read_again(&self) -> Result<(), TlsError> {
        let fresh = Arc::new(server_config(&self.files)?);
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.now.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Reads the certificates of a file in PEM.
pub(crate) fn certificates(path: &PathBuf) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let wrong = |why: String| TlsError::File { path: path.clone(), why };
    let read = CertificateDer::pem_file_iter(path).map_err(|error| wrong(error.to_string()))?;
    let all: Vec<_> = read.collect::<Result<_, _>>().map_err(|error| wrong(error.to_string()))?;
    if all.is_empty() { Err(wrong("there is no certificate in it".to_owned())) } else { Ok(all) }
}

fn server_config(files: &Tls) -> Result<ServerConfig, TlsError> {
    let chain = certificates(&files.certificate)?;
    let key = PrivateKeyDer::from_pem_file(&files.key)
        .map_err(|error| TlsError::File { path: files.key.clone(), why: error.to_string() })?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = builder.with_no_client_auth().with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// Where connections come in, and the service that answers them.
pub(crate) struct Entrance {
    pub(crate) listener: TcpListener,
    pub(crate) router: Router,
    pub(crate) limits: Limits,
    pub(crate) certificates: Option<Arc<Certificates>>,
    /// Proxies whose header with the client's address is trusted.
    pub(crate) proxies: Vec<IpAddr>,
}

impl Entrance {
    /// Accepts connections until the stop; then waits until pending requests are answered.
    pub(crate) async fn serve(self, mut stopped: watch::Receiver<bool>) {
        let places = Arc::new(Semaphore::new(self.limits.connections));
        let Entrance { listener, router, certificates, proxies, .. } = self;
        let proxies: Arc<[IpAddr]> = proxies.into();
        loop {
            // Connections beyond the limit wait in the system's own queue.
            let place = tokio::select! {
                place = Arc::clone(&places).acquire_owned() => place,
                () = until(&mut stopped) => break,
            };
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = until(&mut stopped) => break,
            };
            let (stream, from) = match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
            };
            let acceptor = certificates.as_ref().map(|certificates| certificates.acceptor());
            let (router, stopped) = (router.clone(), stopped.clone());
            let from = From { peer: from, proxies: Arc::clone(&proxies) };
            tokio::spawn(async move {
                let _ = stream.set_nodelay(true);
                metrics::gauge!("croupier_connections").increment(1);
                take(stream, acceptor, from, router, stopped).await;
                metrics::gauge!("croupier_connections").decrement(1);
                drop(place);
            });
        }
        drop(listener);
        // Every place is free again once every connection has ended.
        // No process has more connections than fit here, whatever its settings allow.
        let all = u32::try_from(self.limits.connections).unwrap_or(u32::MAX);
        let _ = places.acquire_many(all).await;
    }
}

async fn until(stopped: &mut watch::Receiver<bool>) {
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// Where a connection comes from.
#[derive(Clone)]
struct From {
    peer: SocketAddr,
    proxies: Arc<[IpAddr]>,
}

impl From {
    /// Returns the client: the peer, or the client that a trusted proxy names. Anything left of the last address that
    /// such a proxy has written may be forged.
    fn of(&self, headers: &HeaderMap) -> SocketAddr {
        if !self.proxies.contains(&self.peer.ip()) {
            return self.peer;
        }
        let named = headers.get_all(FORWARDED).iter().filter_map(|value| value.to_str().ok());
        let named: Vec<&str> = named.flat_map(|value| value.split(',')).map(str::trim).collect();
        let addresses = named.iter().rev().map_while(|text| text.parse().ok());
        let first = addresses.into_iter().find(|address: &IpAddr| !self.proxies.contains(address));
        first.map_or(self.peer, |address| SocketAddr::new(address, self.peer.port()))
    }
}

async fn take(
    stream: TcpStream,
    acceptor: Option<TlsAcceptor>,
    from: From,
    router: Router,
    stopped: watch::Receiver<bool>,
) {
    let Some(acceptor) = acceptor else { return answer(stream, from, router, stopped).await };
    match tokio::time::timeout(HEAD_WITHIN, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => answer(stream, from, router, stopped).await,
        Ok(Err(error)) => tracing::debug!(%error, "the TLS handshake failed"),
        Err(_) => tracing::debug!("the TLS handshake timed out"),
    }
}

async fn answer<S>(stream: S, from: From, router: Router, mut stopped: watch::Receiver<bool>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        let asks = from.of(request.headers());
        request.extensions_mut().insert(ConnectInfo(asks));
        router.clone().oneshot(request)
    });
    let mut builder = http1::Builder::new();
    // A larger head is answered with 431.
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN).max_buf_size(MOST_BUFFERED);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = until(&mut stopped) => {
            // The pending request is answered; no more requests are read.
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection has ended");
    }
}

/// How many bytes of a request are read ahead, which also limits the size of its head.
const MOST_BUFFERED: usize = 32 * 1_024;

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_a_known_proxy_is_believed_and_only_the_last_address_that_it_did_not_write_itself() {
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let from = |peer: [u8; 4]| From { peer: SocketAddr::from((peer, 1)), proxies: vec![proxy].into() };
        let mut headers = HeaderMap::new();
        headers.append(FORWARDED, HeaderValue::from_static("1.1.1.1, 2.2.2.2"));
        headers.append(FORWARDED, HeaderValue::from_static("10.0.0.1"));
        assert_eq!(from([10, 0, 0, 1]).of(&headers).ip(), IpAddr::from([2, 2, 2, 2]));
        assert_eq!(from([3, 3, 3, 3]).of(&headers).ip(), IpAddr::from([3, 3, 3, 3]));
        headers.append(FORWARDED, HeaderValue::from_static("nonsense"));
        assert_eq!(from([10, 0, 0, 1]).of(&headers).ip(), proxy);
    }
}
