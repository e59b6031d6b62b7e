// SPDX-License-Identifier: Apache-2.0
#include "edge/connection.h"

#include "edge/forwarded.h"
#include "edge/httpexchange.h"

#include <algorithm>
#include <array>

#include <sys/socket.h>

namespace cheetah {

namespace {

/// Of the kernel's bytes, how many we hold: a head and a piece of a body.
constexpr std::size_t readBuffer = 64 * 1024;

constexpr std::array<std::pair<int, std::string_view>, 20> reasons = {{
    {200, "OK"},
    {202, "Accepted"},
    {204, "No Content"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {417, "Expectation Failed"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
}};

std::string_view reason(int status)
{
    const auto found =
        std::find_if(reasons.begin(), reasons.end(), [status](const auto &each) { return each.first == status; });
    return found == reasons.end() ? std::string_view("Answer") : found->second;
}

/// Leaves out control characters: a line break in a value would begin a header, or an answer, of somebody else's making.
void appendHeader(std::string &out, std::string_view name, std::string_view value)
{
    const auto isControl = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
    out.append(name).append(": ");
    while (!value.empty()) {
        const auto clean = std::size_t(std::find_if(value.begin(), value.end(), isControl) - value.begin());
        out.append(value.substr(0, clean));
        value.remove_prefix(std::min(clean + 1, value.size()));
    }
    out.append("\r\n");
}

bool isLoopback(const std::string &peer)
{
    const auto address = NetworkAddress::parse(peer);
    return address && address->isLoopback();
}

std::string_view subprotocolsOf(const HttpHead &head)
{
    return head.header("sec-websocket-protocol");
}

bool offersSubprotocol(const HttpHead &head, const std::vector<std::string> &ours)
{
    if (head.count("sec-websocket-protocol") != 1)
        return false;
    std::string_view rest = subprotocolsOf(head);
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        std::string_view offered = rest.substr(0, comma);
        offered.remove_prefix(std::min(offered.find_first_not_of(" \t"), offered.size()));
        offered = offered.substr(0, offered.find_last_not_of(" \t") + 1);
        if (std::find(ours.begin(), ours.end(), offered) != ours.end())
            return true;
        rest.remove_prefix(comma == rest.npos ? rest.size() : comma + 1);
    }
    return false;
}

} // namespace

Connection::Connection(std::shared_ptr<PortContext> context, Owner &owner, std::unique_ptr<QTcpSocket> socket,
                       ConnectionCount::Place place)
    : m_context(std::move(context)),
      m_owner(owner),
      m_socket(socket.release()),
      m_place(std::move(place)),
      m_headReader(m_context->limits.head),
      m_timeout(this, [](void *self) { static_cast<Connection *>(self)->expired(); })
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(qint64(readBuffer));
    connect(m_socket, &QTcpSocket::readyRead, this, &Connection::advance);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &Connection::bytesWritten);
    connect(m_socket, &QTcpSocket::disconnected, this, &Connection::disconnected);
    wait(Phase::Head, m_context->limits.headTime);
    m_secure = qobject_cast<QSslSocket *>(m_socket);
    if (m_secure)
        beginHandshake();
}

Connection::~Connection()
{
    if (m_exchange)
        m_exchange->m_connection.clear();
}

/// What fails in it ends the socket, which tells by disconnected().
void Connection::beginHandshake()
{
    connect(m_secure, &QSslSocket::encryptedBytesWritten, this, &Connection::bytesWritten);
    connect(m_secure, &QSslSocket::encrypted, this, [this] {
        if (m_phase != Phase::Handshake)
            return;
        wait(Phase::Head, m_context->limits.headTime);
        advance();
    });
    wait(Phase::Handshake, m_context->limits.headTime);
    m_secure->startServerEncryption();
}

/// Bytes that the other side has yet to take, those that wait behind the encryption included.
qint64 Connection::unsentBytes() const
{
    return m_socket->bytesToWrite() + (m_secure ? m_secure->encryptedBytesToWrite() : 0);
}

/// With a bounded buffer Qt decrypts more only once a read finds too little.
void Connection::decryptMore()
{
    char byte = 0;
    if (m_secure)
        (void)m_secure->peek(&byte, 1);
}

/// Goes as far as the bytes at hand allow. A loop, not recursion: an answer given at once leads on to the next request.
void Connection::advance()
{
    if (m_advancing)
        return;
    m_advancing = true;
    while (step()) {
    }
    m_advancing = false;
}

bool Connection::step()
{
    switch (m_phase) {
    case Phase::Idle:
    case Phase::Head:
        return readHead();
    case Phase::Body:
        return readBody();
    case Phase::Ending: // read on, or the kernel resets the connection before our last words are read
        m_socket->skip(m_socket->bytesAvailable());
        decryptMore();
        return false;
    case Phase::Handshake:
    case Phase::Work:
    case Phase::Upgrade:
    case Phase::Finished:
        return false;
    }
    return false;
}

bool Connection::readHead()
{
    const qint64 available = m_socket->bytesAvailable();
    if (available <= 0)
        decryptMore();
    if (available <= 0 || unsentBytes() > qint64(m_context->limits.httpBacklog))
        return false;
    if (m_phase == Phase::Idle)
        wait(Phase::Head, m_context->limits.headTime);
    std::array<char, readBuffer> buffer;
    const qint64 wanted =
        std::min<qint64>({available, qint64(m_context->limits.head.headBytes) + 1, qint64(readBuffer)});
    const qint64 size = m_socket->peek(buffer.data(), wanted);
    HeadReader::Outcome outcome = m_headReader.read({buffer.data(), std::size_t(std::max<qint64>(size, 0))});
    if (std::holds_alternative<HeadReader::NeedMore>(outcome))
        return false;
    m_headReader.reset();
    if (const auto *error = std::get_if<HeadError>(&outcome)) {
        ++m_context->counters.badHeads;
        refuse(*error);
        return false;
    }
    return takeHead(std::get<HttpHead>(std::move(outcome)));
}

bool Connection::takeHead(HttpHead head)
{
    m_head = std::move(head);
    ++m_context->counters.requests;
    Result<RequestAdmission> admission = admit();
    if (m_phase == Phase::Finished) // closed by what authorize() did
        return false;
    if (m_head.webSocket && admission) {
        m_admission = std::move(*admission);
        return checkUpgrade();
    }
    if (!admission && (m_head.hasBody() || m_head.webSocket)) {
        refuse({httpStatus(admission.error()), admission.error()});
        return false;
    }
    m_socket->skip(qint64(m_head.size));
    if (!admission) {
        m_phase = Phase::Work;
        answerError(httpStatus(admission.error()), admission.error());
        return true;
    }
    m_admission = std::move(*admission);
    return beginBody();
}

/// Who asks, from where, and what page made it ask (SPEC E2, E3).
Result<RequestAdmission> Connection::admit()
{
    auto peer = forwardedPeer(m_head, m_place.address(), m_context->rules.trustedProxies);
    if (!peer) {
        ++m_context->counters.badHeads;
        return peer.error();
    }
    m_peer = std::move(peer->address);
    if (peer->isPlain && !isLoopback(m_peer)) {
        ++m_context->counters.unauthorized;
        return Error(ErrorCode::BadRequest, {{"reason", "it was asked over plain http; ask over https"}});
    }
    const std::string origin(m_head.header("origin"));
    const auto &allowed = m_context->rules.allowedOrigins;
    if (m_head.count("origin") > 1
        || (!origin.empty() && std::find(allowed.begin(), allowed.end(), origin) == allowed.end()
            && !m_context->handler.originAllowed(m_head, origin))) {
        ++m_context->counters.badOrigins;
        return ErrorCode::Forbidden;
    }
    auto admission = m_context->handler.authorize(m_head, m_peer);
    if (!admission)
        ++m_context->counters.unauthorized;
    return admission;
}

/// Qt's handshake answers 101 to any subprotocol, and bytes behind the handshake would be lost in passing the socket on,
/// so both are refused here (SPEC E4).
bool Connection::checkUpgrade()
{
    if (!m_context->rules.subprotocols.empty() && !offersSubprotocol(m_head, m_context->rules.subprotocols)) {
        ++m_context->counters.badSubprotocols;
        refuse({400, Error(ErrorCode::VersionUnsupported, {{"offered", std::string(subprotocolsOf(m_head))}})});
        return false;
    }
    if (m_socket->bytesAvailable() > qint64(m_head.size)) {
        ++m_context->counters.badHandshakes;
        refuse({400, Error(ErrorCode::BadRequest, {{"why", "bytes after upgrade"}})});
        return false;
    }
    if (m_peer != m_place.address() && !m_context->count.move(m_place, m_peer)) {
        ++m_context->counters.overAddress;
        refuse(
            {429, Error(ErrorCode::LimitExceeded, {{"limit", std::to_string(m_context->limits.connectionsPerAddress)},
                                                   {"what", "connections of one address"}})});
        return false;
    }
    m_owner.upgrade(*this);
    return false;
}

bool Connection::beginBody()
{
    m_body.emplace(m_head, m_admission.bodyLimit);
    if (m_body->state() == BodyReader::State::Done) {
        beginWork();
        return true;
    }
    if (m_body->state() == BodyReader::State::NeedMore) {
        if (m_head.expectContinue && !m_socket->bytesAvailable())
            m_socket->write("HTTP/1.1 100 Continue\r\n\r\n");
        wait(Phase::Body, m_context->limits.bodyTime);
        m_owner.workChanged(1);
        return true;
    }
    ++m_context->counters.largeBodies;
    refuse(m_body->error());
    return false;
}

bool Connection::readBody()
{
    std::array<char, readBuffer> buffer;
    const qint64 size = m_socket->peek(buffer.data(), qint64(buffer.size()));
    if (size <= 0)
        return false;
    m_socket->skip(qint64(m_body->feed({buffer.data(), std::size_t(size)})));
    switch (m_body->state()) {
    case BodyReader::State::NeedMore:
        return true;
    case BodyReader::State::Done:
        m_owner.workChanged(-1);
        beginWork();
        return true;
    case BodyReader::State::Failed:
        break;
    }
    const HeadError error = m_body->error();
    ++(error.status == 413 ? m_context->counters.largeBodies : m_context->counters.badBodies);
    m_owner.workChanged(-1);
    refuse(error);
    return false;
}

void Connection::beginWork()
{
    m_timeout.stop();
    m_phase = Phase::Work;
    m_owner.workChanged(1);
    auto exchange = std::make_shared<HttpExchange>(*this, std::exchange(m_head, HttpHead()), m_body->take(),
                                                   std::move(m_admission.grant), m_peer);
    m_body.reset();
    m_exchange = exchange.get();
    m_context->handler.http(std::move(exchange));
}

void Connection::answer(int status, const HttpHeaders &headers, const std::string &body)
{
    if (m_phase != Phase::Work)
        return;
    const HttpExchange *const exchange = std::exchange(m_exchange, nullptr);
    if (exchange)
        m_owner.workChanged(-1);
    const HttpHead &head = exchange ? exchange->head() : m_head;
    const bool keepAlive = head.keepAlive && !m_context->goingDown;
    write(head, status, headers, body, keepAlive);
    if (!keepAlive)
        return end();
    wait(Phase::Idle, m_context->limits.idleTime);
    advance();
}

void Connection::answerError(int status, const Error &error)
{
    HttpHeaders headers = {{"Content-Type", "application/json"}};
    if (status == 401)
        headers.push_back({"WWW-Authenticate", "Bearer"});
    if (status == 405)
        headers.push_back({"Allow", "GET, HEAD, POST"});
    if (status == 426)
        headers.push_back({"Sec-WebSocket-Version", "13"});
    if (const std::string delay(error.param("retryAfterMs")); !delay.empty())
        headers.push_back({"Retry-After", std::to_string((std::strtoull(delay.c_str(), nullptr, 10) + 999) / 1000)});
    answer(status, headers, m_context->handler.errorBody(error));
}

/// Answers what is not taken further, and ends: whatever follows it cannot be told from it.
void Connection::refuse(const HeadError &error)
{
    m_head.keepAlive = false;
    m_phase = Phase::Work;
    answerError(error.status, error.error);
}

void Connection::write(const HttpHead &head, int status, const HttpHeaders &headers, const std::string &body,
                       bool keepAlive)
{
    constexpr std::size_t usualHead = 256;
    std::string out;
    out.reserve(usualHead + body.size());
    out.append("HTTP/1.1 ").append(std::to_string(status)).append(" ").append(reason(status)).append("\r\n");
    for (const HttpHeader &header : headers)
        appendHeader(out, header.name, header.value);
    if (status != 204)
        appendHeader(out, "Content-Length", std::to_string(body.size()));
    out.append("Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n");
    if (!keepAlive)
        out.append("Connection: close\r\n");
    else if (head.minorVersion == 0)
        out.append("Connection: keep-alive\r\n");
    out.append("\r\n");
    if (head.method != "HEAD" && status != 204)
        out.append(body);
    m_socket->write(out.data(), qint64(out.size()));
    m_socket->flush();
    if (keepAlive)
        m_context->scheduler.expectSoon();
}

/// Lets the other side read the last answer: our sending side closes, its own is read until it closes too or is late.
void Connection::end()
{
    if (m_phase == Phase::Finished)
        return;
    wait(Phase::Ending, m_context->limits.closeTime);
    bytesWritten();
    m_socket->skip(m_socket->bytesAvailable());
    decryptMore();
}

void Connection::bytesWritten()
{
    if (m_phase == Phase::Ending && !m_shutDown && !unsentBytes()) {
        m_shutDown = true;
        ::shutdown(int(m_socket->socketDescriptor()), SHUT_WR);
    } else if (m_phase == Phase::Idle) {
        advance();
    }
}

void Connection::wait(Phase phase, Micros time)
{
    m_phase = phase;
    m_context->wheel.start(m_timeout, time);
}

void Connection::expired()
{
    switch (m_phase) {
    case Phase::Head:
        ++m_context->counters.slowHeads;
        if (m_socket->bytesAvailable())
            return refuse({408, Error(ErrorCode::DeadlineExceeded, {{"what", "head"}})});
        return abort();
    case Phase::Body:
        ++m_context->counters.slowBodies;
        m_owner.workChanged(-1);
        return refuse({408, Error(ErrorCode::DeadlineExceeded, {{"what", "body"}})});
    case Phase::Handshake:
        ++m_context->counters.slowHeads;
        return abort();
    case Phase::Idle:
        ++m_context->counters.idle;
        return abort();
    case Phase::Upgrade:
    case Phase::Ending:
        return abort();
    case Phase::Work:
    case Phase::Finished:
        return;
    }
}

void Connection::abort()
{
    if (m_socket)
        m_socket->abort();
    disconnected();
}

void Connection::disconnected()
{
    const Phase phase = std::exchange(m_phase, Phase::Finished);
    if (phase == Phase::Finished)
        return;
    m_timeout.stop();
    if (phase == Phase::Body)
        m_owner.workChanged(-1);
    if (phase == Phase::Handshake)
        ++m_context->counters.badTls;
    if (phase == Phase::Upgrade) // Qt's handshake closes what it does not like, such as a very long line
        ++m_context->counters.badHandshakes;
    if (HttpExchange *exchange = std::exchange(m_exchange, nullptr)) {
        ++m_context->counters.answersDropped;
        m_owner.workChanged(-1);
        exchange->gone();
    }
    m_owner.finished(*this);
}

void Connection::beginUpgrade()
{
    m_socket->disconnect(this);
    connect(m_socket, &QTcpSocket::disconnected, this, &Connection::disconnected);
    m_socket->setReadBufferSize(0);
    wait(Phase::Upgrade, m_context->limits.headTime);
}

QTcpSocket *Connection::releaseSocket()
{
    m_phase = Phase::Finished;
    m_timeout.stop();
    m_socket->disconnect(this);
    return std::exchange(m_socket, nullptr);
}

} // namespace cheetah
