// SPDX-License-Identifier: Apache-2.0
#include "wire/nodetls.h"

#include "wire/pemfile.h"

#include <QtNetwork/QSslKey>
#include <QtNetwork/QSslSocket>

namespace cheetah {

namespace {

Error bad(const char *setting, const std::filesystem::path &path, std::string wanted)
{
    return Error(ErrorCode::BadSetting,
                 {{"setting", setting}, {"value", path.string()}, {"wanted", std::move(wanted)}});
}

} // namespace

QList<QSslError> NodeTls::accepted() const
{
    QList<QSslError> errors;
    if (nodeCertFile.empty())
        return errors;
    const auto chain = readCertificates(nodeCertFile);
    if (!chain)
        return errors;
    for (const QSslCertificate &certificate : *chain)
        for (const auto error : {QSslError::SelfSignedCertificate, QSslError::SelfSignedCertificateInChain,
                                 QSslError::UnableToGetIssuerCertificate, QSslError::UnableToGetLocalIssuerCertificate,
                                 QSslError::UnableToVerifyFirstCertificate, QSslError::CertificateUntrusted})
            errors.append(QSslError(error, certificate));
    errors.append(QSslError(QSslError::HostNameMismatch, chain->first()));
    return errors;
}

Result<NodeTls> clientTls(const ClientTls &files)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setProtocol(QSsl::TlsV1_2OrLater);
    configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
    if (!files.caFile.empty()) {
        const auto authorities = readCertificates(files.caFile);
        if (!authorities)
            return authorities.error();
        configuration.setCaCertificates(*authorities);
    }
    if (files.certFile.empty() != files.keyFile.empty())
        return bad("cert-file", files.certFile, "a certificate and its key, or neither");
    if (files.certFile.empty())
        return NodeTls{configuration, files.nodeCertFile};
    const auto chain = readCertificates(files.certFile);
    if (!chain)
        return chain.error();
    const auto secret = readPem(files.keyFile, PemSecrecy::HiddenFromOthers);
    if (!secret)
        return secret.error();
    const QByteArray pem = QByteArray::fromStdString(*secret);
    QSslKey key(pem, chain->first().publicKey().algorithm());
    if (key.isNull())
        return bad("key-file", files.keyFile, "the PEM file of the certificate's private key");
    configuration.setLocalCertificateChain(*chain);
    configuration.setPrivateKey(key);
    return NodeTls{configuration, files.nodeCertFile};
}

} // namespace cheetah
