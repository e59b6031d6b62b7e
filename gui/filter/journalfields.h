// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filter/fieldset.h"
#include "model/journal.h"

namespace cheetah::gui {

class Words;

/// The fields of journal entries, in the order of journalFields().
enum class JournalField : FieldIndex {
    Time,
    Age,
    What,
    Kind,
    User,
    Client,
    Context,
    Task,
    By,
    Request,
    Command,
    Fence,
    Cause,
    Reason,
    Number,
    Param,
    KindWord, ///< as it is shown, for words alone
};

/// What the journal can be filtered by. A constant.
const FieldSet &journalFields();

/// Reads entries. The words outlive it.
class JournalReader final : public FieldReader {
public:
    explicit JournalReader(const Words &words);

    void setNow(RegistryTime now) { m_now = now; }
    /// Both live until another row is set. `sentence` is made where it is needed and empty, and kept there.
    void setRow(const JournalEntry &entry, std::string &sentence)
    {
        m_entry = &entry;
        m_sentence = &sentence;
    }

    std::string_view text(FieldIndex field) const override;
    std::string_view keyed(FieldIndex field, std::string_view key) const override;
    std::optional<std::int64_t> number(FieldIndex field) const override;
    bool flag(FieldIndex flag) const override;

private:
    const Words &m_words;
    std::vector<std::string> m_kindWords;
    RegistryTime m_now;
    const JournalEntry *m_entry = nullptr;
    std::string *m_sentence = nullptr;
    mutable std::string m_number; ///< text of the number read last
};

} // namespace cheetah::gui
