// SPDX-License-Identifier: Apache-2.0
#include "redis/packedcommand.h"

#include "redis/packing.h"
#include "redis/rediskeys.h"

#include <QtCore/QCryptographicHash>

namespace cheetah {

namespace {

std::optional<Error> readError(std::string_view packed, bool &valid)
{
    if (packed.empty())
        return std::nullopt;
    PackReader in(packed);
    in.array(3);
    Error error(errorCodeFromName(in.bytes()));
    for (std::size_t left = in.array(); left >= 2; left -= 2) {
        std::string key(in.bytes());
        error.params.emplace_back(std::move(key), in.bytes());
    }
    error.detail = in.bytes();
    valid = valid && in.complete();
    return error;
}

/// A context's name; empty bytes stand for none.
ContextNamePtr readContext(PackReader &in)
{
    const std::string_view bytes = in.bytes();
    if (bytes.empty())
        return nullptr;
    Result<ContextName> name = contextFromBytes(bytes, true);
    if (!name)
        in.fail("a name that is no context's");
    return name ? std::make_shared<ContextName>(*std::move(name)) : nullptr;
}

void readBlob(PackReader &outer, CommandRecord &record)
{
    PackReader in(outer.bytes());
    in.array(5);
    record.content.kind = in.bytes();
    record.content.params = in.bytes();
    record.content.window = in.idOrNone<WindowId>();
    record.content.provision = in.idOrNone<ProvisionId>();
    record.node = in.idOrNone<NodeId>();
    if (!in.complete())
        outer.fail("a content that does not read");
}

bool readFixed(std::string_view packed, CommandRecord &record)
{
    PackReader in(packed);
    in.array(11);
    record.user = in.id<UserId>();
    record.id = in.id<CommandId>();
    record.task = in.idOrNone<TaskId>();
    record.context = readContext(in);
    record.handle.context.name = readContext(in);
    record.handle.request = in.idOrNone<RequestId>();
    record.handle.fence = in.number<Fence>();
    readBlob(in, record);
    in.bytes(); // the fingerprint
    in.flag();  // whether it starts afresh, which the content tells
    record.deadline.us = in.number<std::int64_t>();
    return in.complete();
}

bool readState(std::string_view packed, CommandRecord &record)
{
    PackReader in(packed);
    in.array(10);
    record.stage = in.oneOf(CommandStage::Terminal);
    if (const int outcome = in.number<int>(); outcome > int(CommandOutcome::Unknown) || outcome < -1)
        in.fail("an unknown outcome");
    else if (outcome >= 0)
        record.outcome = CommandOutcome(outcome);
    record.result = in.bytes();
    record.resultRef = in.idOrNone<PayloadId>();
    bool valid = true;
    record.error = readError(in.bytes(), valid);
    record.replaced = in.flag();
    for (RegistryTime *time : {&record.admittedAt, &record.sentAt, &record.acknowledgedAt, &record.endedAt})
        time->us = in.number<std::int64_t>();
    return valid && in.complete();
}

} // namespace

std::string packCommand(const CommandRecord &record)
{
    PackWriter out;
    out.array(5).text(record.content.kind).text(record.content.params).id(record.content.window);
    out.id(record.content.provision).id(record.node);
    return out.take();
}

std::string fingerprintOf(const CommandRecord &record)
{
    PackWriter out;
    out.array(8).number(int(bool(record.context)));
    out.text(record.context ? nameBytes(*record.context) : std::string());
    out.number(record.handle.fence).id(record.handle.request);
    out.text(record.content.kind).text(record.content.params).id(record.content.window).id(record.content.provision);
    const std::string bytes = out.take();
    const QByteArray hash = QCryptographicHash::hash(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())),
                                                     QCryptographicHash::Sha256);
    return hash.toStdString();
}

std::string packError(const std::optional<Error> &error)
{
    if (!error)
        return {};
    PackWriter out;
    out.array(3).text(name(error->code)).array(error->params.size() * 2);
    for (const auto &[key, value] : error->params)
        out.text(key).text(value);
    return out.text(error->detail).take();
}

Result<CommandRecord> readRecord(const RedisReply &reply)
{
    CommandRecord record;
    if (reply.size() != 2 || !readFixed(reply.at(0).text(), record) || !readState(reply.at(1).text(), record))
        return Error(ErrorCode::StoreError, {{"prefix", "malformed"}}, "a command's record");
    return record;
}

} // namespace cheetah
