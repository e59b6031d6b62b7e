// SPDX-License-Identifier: Apache-2.0
#include "support/certificates.h"

#include <cstdio>
#include <memory>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

namespace cheetah::test {

namespace {

using Key = std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY *)>;
using Certificate = std::unique_ptr<X509, void (*)(X509 *)>;

Key newKey()
{
    return {EVP_EC_gen("P-256"), EVP_PKEY_free};
}

void writeKey(const std::string &path, const Key &key)
{
    const std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path.c_str(), "w"), std::fclose);
    PEM_write_PrivateKey(file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    ::chmod(path.c_str(), 0600);
}

Key readKey(const std::string &path)
{
    const std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path.c_str(), "r"), std::fclose);
    return {PEM_read_PrivateKey(file.get(), nullptr, nullptr, nullptr), EVP_PKEY_free};
}

void writeCertificate(const std::string &path, const Certificate &certificate)
{
    const std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path.c_str(), "w"), std::fclose);
    PEM_write_X509(file.get(), certificate.get());
}

void extend(X509 *certificate, int what, const char *value)
{
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, nullptr, what, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

/// A certificate for `subject`, in force from yesterday, issued by `issuer` with its key.
Certificate newCertificate(const std::string &subject, const Key &key, const std::string &issuer, const Key &issuerKey,
                           long serial, int days)
{
    Certificate certificate(X509_new(), X509_free);
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -86'400L * 10);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 86'400L * days);
    X509_set_pubkey(certificate.get(), key.get());
    const auto name = [](X509_NAME *into, const std::string &text) {
        X509_NAME_add_entry_by_txt(into, "CN", MBSTRING_UTF8, reinterpret_cast<const unsigned char *>(text.c_str()), -1,
                                   -1, 0);
    };
    name(X509_get_subject_name(certificate.get()), subject);
    name(X509_get_issuer_name(certificate.get()), issuer);
    if (subject == issuer)
        extend(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
    else
        extend(certificate.get(), NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1");
    X509_sign(certificate.get(), issuerKey.get(), EVP_sha256());
    return certificate;
}

} // namespace

Certificates::Certificates()
{
    for (const char *name : {"ca", "foreign"}) {
        const Key key = newKey();
        writeKey(path(std::string(name) + ".key"), key);
        const std::string title = std::string("Test ") + name;
        writeCertificate(path(std::string(name) + ".pem"), newCertificate(title, key, title, key, m_serial++, 30));
    }
}

void Certificates::issue(const std::string &name, int days, bool foreign)
{
    const std::string issuer = foreign ? "foreign" : "ca";
    const Key key = newKey(), issuerKey = readKey(path(issuer + ".key"));
    writeKey(this->key(name), key);
    writeCertificate(certificate(name), newCertificate(name, key, "Test " + issuer, issuerKey, m_serial++, days));
    touch(this->key(name));
    touch(certificate(name));
}

void touch(const std::filesystem::path &file)
{
    static int later = 0;
    std::filesystem::last_write_time(file,
                                     std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++later));
}

} // namespace cheetah::test
