// SPDX-License-Identifier: Apache-2.0
#include "redis/packedcommand.h"

#include "redis/packing.h"
#include "redis/rediskeys.h"

#include <QtCore/QCryptographicHash>

namespace cheetah {

namespace {

enum Field : std::size_t {
    User,
    Command,
    Task,
    Context,
    HandleContext,
    HandleRequest,
    HandleFence,
    Blob,
    Stage,
    Outcome,
    ResultText,
    ResultRef,
    Problem,
    Replaced,
    AdmittedAt,
    SentAt,
    AcknowledgedAt,
    EndedAt,
    Deadline,
    fieldCount
};

Error malformed(const char *what)
{
    return Error(ErrorCode::StoreError, {{"prefix", "malformed"}}, std::string("a command's record: ") + what);
}

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
ContextNamePtr readContext(const std::string &bytes, bool &valid)
{
    if (bytes.empty())
        return nullptr;
    Result<ContextName> name = contextFromBytes(bytes, true);
    valid = valid && name.ok();
    return name ? std::make_shared<ContextName>(*std::move(name)) : nullptr;
}

void readBlob(std::string_view packed, CommandRecord &record, bool &valid)
{
    PackReader in(packed);
    in.array(5);
    record.content.kind = in.bytes();
    record.content.params = in.bytes();
    record.content.window = in.idOrNone<WindowId>();
    record.content.provision = in.idOrNone<ProvisionId>();
    record.node = in.idOrNone<NodeId>();
    valid = valid && in.complete();
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
    if (reply.size() != fieldCount)
        return malformed("not its fields");
    const auto text = [&](Field field) -> const std::string & { return reply.at(field).text(); };
    const auto number = [&](Field field) { return reply.at(field).integer(); };
    bool valid = true;
    CommandRecord record;
    record.user = UserId::trusted(text(User));
    record.id = CommandId::trusted(text(Command));
    record.task = TaskId::trusted(text(Task));
    record.context = readContext(text(Context), valid);
    record.handle.context.name = readContext(text(HandleContext), valid);
    record.handle.request = RequestId::trusted(text(HandleRequest));
    record.handle.fence = Fence(number(HandleFence));
    readBlob(text(Blob), record, valid);
    const std::int64_t stage = number(Stage), outcome = number(Outcome);
    valid = valid && stage >= 0 && stage <= std::int64_t(CommandStage::Terminal) && outcome >= -1
         && outcome <= std::int64_t(CommandOutcome::Unknown);
    if (valid) {
        record.stage = CommandStage(stage);
        if (outcome >= 0)
            record.outcome = CommandOutcome(outcome);
    }
    record.result = text(ResultText);
    record.resultRef = PayloadId::trusted(text(ResultRef));
    record.error = readError(text(Problem), valid);
    record.replaced = number(Replaced) != 0;
    record.admittedAt = {number(AdmittedAt)};
    record.sentAt = {number(SentAt)};
    record.acknowledgedAt = {number(AcknowledgedAt)};
    record.endedAt = {number(EndedAt)};
    record.deadline = {number(Deadline)};
    if (!valid)
        return malformed("a field that does not read");
    return record;
}

} // namespace cheetah
