// SPDX-License-Identifier: Apache-2.0
#include "edge/tlsidentity.h"

#include "wire/pemfile.h"

#include <QtNetwork/QSslKey>

#include <ctime>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <sys/stat.h>

namespace cheetah {

namespace {

template <auto free>
struct Freeing {
    template <class T>
    void operator()(T *object) const
    {
        free(object);
    }
};
using Bio = std::unique_ptr<BIO, Freeing<BIO_free>>;
using Certificate = std::unique_ptr<X509, Freeing<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;

/// A key with a passphrase is refused; nobody is asked for it.
int noPassphrase(char *, int, int, void *)
{
    return -1;
}

Bio bioOf(const std::string &text)
{
    return Bio(BIO_new_mem_buf(text.data(), int(text.size())));
}

Error bad(const char *setting, const std::filesystem::path &path, std::string wanted)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", setting}, {"value", path.string()}, {"wanted", std::move(wanted)}});
}

/// Whether certificate and key belong together and the certificate is in force at `now`.
Result<int> checkPair(const TlsFiles &files, const std::string &chain, const std::string &secret, WallTime now)
{
    const Certificate certificate(PEM_read_bio_X509(bioOf(chain).get(), nullptr, noPassphrase, nullptr));
    if (!certificate)
        return bad("tls-cert", files.certificate, "a PEM file with the server's certificate first");
    const Key key(PEM_read_bio_PrivateKey(bioOf(secret).get(), nullptr, noPassphrase, nullptr));
    if (!key)
        return bad("tls-key", files.key, "a PEM file with a private key without a passphrase");
    const int kind = EVP_PKEY_base_id(key.get());
    if (kind != EVP_PKEY_RSA && kind != EVP_PKEY_EC)
        return bad("tls-key", files.key, "an RSA or EC key");
    if (X509_check_private_key(certificate.get(), key.get()) != 1)
        return bad("tls-key", files.key, "the key of the certificate in tls-cert");
    std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    if (X509_cmp_time(X509_get0_notAfter(certificate.get()), &seconds) < 0)
        return bad("tls-cert", files.certificate, "a certificate that has not expired");
    if (X509_cmp_time(X509_get0_notBefore(certificate.get()), &seconds) > 0)
        return bad("tls-cert", files.certificate, "a certificate that is in force already");
    return kind;
}

} // namespace

Result<std::unique_ptr<TlsIdentity>> TlsIdentity::create(TlsFiles files, const Clock &clock, Log log)
{
    std::unique_ptr<TlsIdentity> identity(new TlsIdentity(std::move(files), clock, std::move(log)));
    identity->m_read = identity->stamp();
    auto configuration = identity->read();
    if (!configuration)
        return configuration.error();
    identity->m_configuration = *std::move(configuration);
    return identity;
}

TlsIdentity::TlsIdentity(TlsFiles files, const Clock &clock, Log log)
    : m_files(std::move(files)), m_clock(clock), m_log(std::move(log))
{}

TlsIdentity::Stamp TlsIdentity::stamp() const
{
    Stamp stamp{};
    std::size_t at = 0;
    for (const auto *path : {&m_files.certificate, &m_files.key, &m_files.clientCa}) {
        struct stat status {};
        if (!path->empty() && ::stat(path->c_str(), &status) == 0)
            stamp[at] = {std::int64_t(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec,
                         std::uint64_t(status.st_ino) ^ std::uint64_t(status.st_size) << 40};
        ++at;
    }
    return stamp;
}

Result<QSslConfiguration> TlsIdentity::read() const
{
    const auto chain = readPem(m_files.certificate);
    if (!chain)
        return chain.error();
    const auto secret = readPem(m_files.key, PemSecrecy::HiddenFromOthers);
    if (!secret)
        return secret.error();
    const auto kind = checkPair(m_files, *chain, *secret, m_clock.wall());
    if (!kind)
        return kind.error();
    QSslConfiguration configuration;
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setLocalCertificateChain(QSslCertificate::fromData(QByteArray::fromStdString(*chain)));
    configuration.setPrivateKey(
        QSslKey(QByteArray::fromStdString(*secret), *kind == EVP_PKEY_RSA ? QSsl::Rsa : QSsl::Ec));
    if (configuration.privateKey().isNull())
        return bad("tls-key", m_files.key, "an RSA or EC key in PEM");
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone); // or browsers would ask people for a certificate
    if (m_files.clientCa.empty())
        return configuration;
    const auto authorities = readCertificates(m_files.clientCa);
    if (!authorities)
        return authorities.error();
    configuration.setCaCertificates(*authorities);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    return configuration;
}

void TlsIdentity::reloadIfChanged()
{
    if (stamp() != m_read)
        reload();
}

void TlsIdentity::reload()
{
    m_read = stamp();
    auto configuration = read();
    if (!configuration) {
        const bool isNews = m_problem != configuration.error();
        m_problem = configuration.error();
        if (isNews)
            m_log.warning("tls", "the new certificate is not taken, the old one stays in force: "
                                     + std::string(name(m_problem->code)) + ' ' + std::string(m_problem->param("value"))
                                     + std::string(m_problem->param("what")) + std::string(m_problem->param("path"))
                                     + ": " + std::string(m_problem->param("wanted"))
                                     + std::string(m_problem->param("reason")));
        return;
    }
    m_configuration = *std::move(configuration);
    m_problem.reset();
    ++m_reloads;
    m_log.info("tls", "certificate read again from " + m_files.certificate.string());
}

} // namespace cheetah
