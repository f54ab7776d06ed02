//! Everything by TLS: patrons, other processes, and a certificate that is changed while the process runs.

use crate::support::{PATIENT, REGISTRY, Site, token, until_shared};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use server::Server;
use server::config::Tls;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority() -> Authority {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// Writes a certificate for this machine and its key.
fn certify(authority: &Authority, directory: &Path) -> Tls {
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned(), "localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    let files = Tls { certificate: directory.join("house.pem"), key: directory.join("house.key") };
    std::fs::write(&files.certificate, certificate.pem()).unwrap();
    std::fs::write(&files.key, key.serialize_pem()).unwrap();
    files
}

fn directory(name: &str) -> PathBuf {
    let directory = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

fn trusting(authority: &Authority) -> reqwest::Client {
    let mut roots = rustls::RootCertStore::empty();
    roots.add(authority.der().clone()).unwrap();
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider);
    let config = builder.with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    // A separate connection for each request, so that each sees the certificate.
    reqwest::Client::builder().tls_backend_preconfigured(config).pool_max_idle_per_host(0).build().unwrap()
}

async fn health(server: &Server, client: &reqwest::Client) -> Result<reqwest::Response, reqwest::Error> {
    client.get(format!("https://{}/health", server.address())).send().await
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_and_patrons_speak_by_tls_and_a_new_certificate_counts_without_a_restart() {
    let mut site = Site::new("tls", 2, 1, PATIENT).await;
    let directory = directory("tls");
    let first = authority();
    site.config.tls = Some(certify(&first, &directory));
    site.config.ca = Some(directory.join("ca.pem"));
    std::fs::write(directory.join("ca.pem"), first.pem()).unwrap();
    let one = site.start().await;
    let two = site.start().await;
    let client = trusting(&first);
    let answer = health(&one, &client).await.unwrap();
    assert_eq!(answer.headers()["strict-transport-security"], "max-age=15768000");
    until_shared(&one, &two).await;
    // A table of each process, both through the first one.
    for (_, table, _) in &site.tables {
        let url = format!("https://{}/v1/tables/{table}", one.address());
        let answer = client.get(url).bearer_auth(token("dealer", 9_001)).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200);
    }
    assert!(reqwest::get(format!("http://{}/health", one.address())).await.is_err(), "in clear");
    // Another authority and certificate, and invalid files.
    let second = authority();
    std::fs::write(directory.join("house.key"), "nonsense").unwrap();
    assert!(one.read_certificates().is_err());
    health(&one, &client).await.unwrap();
    certify(&second, &directory);
    one.read_certificates().unwrap();
    assert!(health(&one, &client).await.is_err());
    health(&one, &trusting(&second)).await.unwrap();
    one.leave().await;
    two.leave().await;
    site.drop().await;
    std::fs::remove_dir_all(directory).unwrap();
}

/// A proxy before PostgreSQL that accepts only TLS and counts the connections: it answers the initial request for TLS
/// with yes.
async fn door(behind: String, files: &Tls) -> (u16, Arc<AtomicUsize>) {
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    let chain = vec![CertificateDer::from_pem_file(&files.certificate).unwrap()];
    let key = PrivateKeyDer::from_pem_file(&files.key).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ServerConfig::builder_with_provider(provider);
    let config = builder.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let config = config.with_single_cert(chain, key).unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let through = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&through);
    tokio::spawn(async move {
        while let Ok((mut outside, _)) = listener.accept().await {
            let (acceptor, behind, counted) = (acceptor.clone(), behind.clone(), Arc::clone(&counted));
            tokio::spawn(async move {
                let mut asked = [0; 8];
                outside.read_exact(&mut asked).await.ok()?;
                assert_eq!(asked, [0, 0, 0, 8, 4, 210, 22, 47], "what wants no TLS does not come in");
                outside.write_all(b"S").await.ok()?;
                let mut outside = acceptor.accept(outside).await.ok()?;
                counted.fetch_add(1, Ordering::Relaxed);
                let mut inside = TcpStream::connect(behind).await.ok()?;
                tokio::io::copy_bidirectional(&mut outside, &mut inside).await.ok()
            });
        }
    });
    (port, through)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_way_to_the_database_is_by_tls_where_its_address_says_so() {
    let mut site = Site::new("tls_database", 1, 1, PATIENT).await;
    let directory = directory("tls-database");
    let (named, other) = (authority(), authority());
    let files = certify(&named, &directory);
    let address = site.config.database.clone();
    let (before, after) = address.split_once('@').unwrap();
    let (behind, name) = after.split_once('/').unwrap();
    let (port, through) = door(behind.to_owned(), &files).await;
    site.config.database = format!("{before}@127.0.0.1:{port}/{name}?sslmode=require");
    let keys = || Arc::clone(&site.keys);
    assert!(server::start(&site.config, REGISTRY, keys()).await.is_err(), "nobody is named who may vouch");
    site.config.ca = Some(directory.join("ca.pem"));
    std::fs::write(directory.join("ca.pem"), other.pem()).unwrap();
    assert!(server::start(&site.config, REGISTRY, keys()).await.is_err(), "another vouches for it");
    assert_eq!(through.load(Ordering::Relaxed), 0);
    std::fs::write(directory.join("ca.pem"), named.pem()).unwrap();
    let server = site.start().await;
    let client = reqwest::Client::new();
    let ready = format!("http://{}/ready", server.address());
    let mut tried = 0;
    while client.get(&ready).send().await.unwrap().status().as_u16() != 200 {
        tried += 1;
        assert!(tried < 400, "it never was ready");
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    assert!(through.load(Ordering::Relaxed) > 1);
    server.leave().await;
    site.drop().await;
    std::fs::remove_dir_all(directory).unwrap();
}
