//! TLS to the database. The server is always verified, by the named authorities: a connection to an unverified server
//! would give no protection.

use super::{Database, StoreError};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::{TlsConnector, client};

impl Database {
    /// Adds the authorities that must certify the server if the address requires TLS (`sslmode=require`).
    ///
    /// # Errors
    /// A certificate that is not valid.
    pub fn trusting(mut self, authorities: Vec<CertificateDer<'static>>) -> Result<Database, StoreError> {
        let wrong = |error: rustls::Error| StoreError::Row(format!("TLS to the database: {error}"));
        let mut roots = RootCertStore::empty();
        for authority in authorities {
            roots.add(authority).map_err(wrong)?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = builder.map_err(wrong)?.with_root_certificates(roots).with_no_client_auth();
        self.tls = Some(Tls(TlsConnector::from(Arc::new(config))));
        Ok(self)
    }
}

/// Makes connections by TLS.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Line<S>;
    type TlsConnect = Named;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> Result<Named, io::Error> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        Ok(Named { connector: self.0.clone(), name })
    }
}

/// Makes a connection to a server with this name.
pub(super) struct Named {
    connector: TlsConnector,
    name: ServerName<'static>,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Named {
    type Stream = Line<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Line<S>, io::Error>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { Ok(Line(self.connector.connect(self.name, stream).await?)) })
    }
}

/// A TLS connection.
pub(super) struct Line<S>(client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Line<S> {
    // Channel binding is not needed: the certificate has been verified.
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Line<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Line<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
