// SPDX-License-Identifier: Apache-2.0
#include "redis/createredisclient.h"

#include "redis/clusterredisclient.h"
#include "redis/redisconnection.h"
#include "redis/sentinelredisclient.h"

#include <QtCore/QFile>
#include <QtNetwork/QSslCertificate>
#include <QtNetwork/QSslKey>
#include <QtNetwork/QSslSocket>

namespace cheetah {

namespace {

Error badFile(std::string setting, const std::string &value, std::string wanted)
{
    return {ErrorCode::BadSetting, {{"setting", std::move(setting)}, {"value", value}, {"wanted", std::move(wanted)}}};
}

Result<QByteArray> contents(std::string setting, const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return badFile(std::move(setting), path, "a file that can be read: " + file.errorString().toStdString());
    return file.read(1 << 20);
}

/// The private key in PEM, whatever its algorithm; null if it is none.
QSslKey privateKey(const QByteArray &pem)
{
    for (const QSsl::KeyAlgorithm algorithm : {QSsl::Rsa, QSsl::Ec})
        if (const QSslKey key(pem, algorithm); !key.isNull())
            return key;
    return {};
}

Result<QSslConfiguration> tlsConfiguration(const RedisOptions &options)
{
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setProtocol(QSsl::TlsV1_2OrLater);
    tls.setPeerVerifyMode(options.verifyPeer ? QSslSocket::VerifyPeer : QSslSocket::VerifyNone);
    if (!options.caFile.empty()) {
        const auto pem = contents("redis-ca", options.caFile);
        if (!pem)
            return pem.error();
        const auto authorities = QSslCertificate::fromData(*pem);
        if (authorities.isEmpty())
            return badFile("redis-ca", options.caFile, "a file of certificates in PEM");
        tls.setCaCertificates(authorities);
    }
    if (!options.certificateFile.empty()) {
        const auto pem = contents("redis-certificate", options.certificateFile);
        if (!pem)
            return pem.error();
        const auto keyPem = contents("redis-key", options.keyFile);
        if (!keyPem)
            return keyPem.error();
        const auto chain = QSslCertificate::fromData(*pem);
        const QSslKey key = privateKey(*keyPem);
        if (chain.isEmpty())
            return badFile("redis-certificate", options.certificateFile, "a certificate in PEM");
        if (key.isNull())
            return badFile("redis-key", options.keyFile, "a private key in PEM, without a passphrase");
        tls.setLocalCertificateChain(chain);
        tls.setPrivateKey(key);
    }
    return tls;
}

} // namespace

Result<std::unique_ptr<RedisClient>> createRedisClient(const RedisUrl &url, const RedisOptions &options,
                                                       const RedisEnvironment &environment)
{
    RedisLogin login{url.user, url.password, url.db, {}, false};
    if (url.tls) {
        auto tls = tlsConfiguration(options);
        if (!tls)
            return tls.error();
        login.tls = *std::move(tls);
    }
    const auto started = [](auto client) {
        client->start();
        return std::unique_ptr<RedisClient>(std::move(client));
    };
    if (url.kind == RedisUrl::Kind::Sentinel)
        return started(std::make_unique<SentinelRedisClient>(environment, options, url, std::move(login)));
    if (url.kind == RedisUrl::Kind::Cluster)
        return started(std::make_unique<ClusterRedisClient>(environment, options, url, std::move(login)));
    const RedisEndpoint endpoint = url.endpoints.front();
    return started(
        std::make_unique<RedisConnection>(environment, options, std::move(login),
                                          [endpoint](const Scope &, Reply<RedisEndpoint> reply) { reply(endpoint); }));
}

} // namespace cheetah
