<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Attention</name>
    <message numerus="yes">
        <source>%n more client(s) are away while tabs of theirs are leased.</source>
        <translation>
            <numerusform>%n more client is away while tabs of its own are leased.</numerusform>
            <numerusform>%n more clients are away while tabs of theirs are leased.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Client %1 is disconnected with %n lease(s).</source>
        <translation>
            <numerusform>Client %1 is disconnected with %n lease.</numerusform>
            <numerusform>Client %1 is disconnected with %n leases.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more client(s) come and go.</source>
        <translation>
            <numerusform>%n more client comes and goes.</numerusform>
            <numerusform>%n more clients come and go.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more tab(s) crashed or do not respond.</source>
        <translation>
            <numerusform>%n more tab crashed or does not respond.</numerusform>
            <numerusform>%n more tabs crashed or do not respond.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more lease(s) were never renewed.</source>
        <translation>
            <numerusform>%n more lease was never renewed.</numerusform>
            <numerusform>%n more leases were never renewed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more lease(s) end soon without renewal.</source>
        <translation>
            <numerusform>%n more lease ends soon without renewal.</numerusform>
            <numerusform>%n more leases end soon without renewal.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more tab(s) should have settled by now.</source>
        <translation>
            <numerusform>%n more tab should have settled by now.</numerusform>
            <numerusform>%n more tabs should have settled by now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more creation(s) are overdue.</source>
        <translation>
            <numerusform>%n more creation is overdue.</numerusform>
            <numerusform>%n more creations are overdue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n tab(s) are taken</source>
        <comment>why a request waits</comment>
        <translation>
            <numerusform>the only tab (%n) is taken</numerusform>
            <numerusform>all %n tabs are taken</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>none of the %n free tab(s) suits it</source>
        <comment>why a request waits</comment>
        <translation>
            <numerusform>the %n free tab does not suit it</numerusform>
            <numerusform>none of the %n free tabs suits it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more request(s) wait.</source>
        <translation>
            <numerusform>%n more request waits.</numerusform>
            <numerusform>%n more requests wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more drain(s) are overdue.</source>
        <translation>
            <numerusform>%n more drain is overdue.</numerusform>
            <numerusform>%n more drains are overdue.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilterParser</name>
    <message numerus="yes">
        <source>A filter has at most %n letters.</source>
        <translation>
            <numerusform>A filter has at most %n letter.</numerusform>
            <numerusform>A filter has at most %n letters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A filter has at most %n terms.</source>
        <translation>
            <numerusform>A filter has at most %n term.</numerusform>
            <numerusform>A filter has at most %n terms.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A pattern has at most %n letters.</source>
        <translation>
            <numerusform>A pattern has at most %n letter.</numerusform>
            <numerusform>A pattern has at most %n letters.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Inspection</name>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message numerus="yes">
        <source>Dropping the condition {condition} would free {unlocks}.</source>
        <translation>
            <numerusform>Dropping the condition {condition} would free {unlocks}.</numerusform>
            <numerusform>Dropping the condition {condition} would free {unlocks}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Connecting client {client} would free {unlocks}.</source>
        <translation>
            <numerusform>Connecting client {client} would free {unlocks}.</numerusform>
            <numerusform>Connecting client {client} would free {unlocks}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undoing the drain of {target} would free {unlocks}.</source>
        <translation>
            <numerusform>Undoing the drain of {target} would free {unlocks}.</numerusform>
            <numerusform>Undoing the drain of {target} would free {unlocks}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accepting pages that are not live would free {unlocks}.</source>
        <translation>
            <numerusform>Accepting pages that are not live would free {unlocks}.</numerusform>
            <numerusform>Accepting pages that are not live would free {unlocks}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{fitting} of {candidates} contexts fit.</source>
        <translation>
            <numerusform>{fitting} of {candidates} contexts fits.</numerusform>
            <numerusform>{fitting} of {candidates} contexts fit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No context: {candidates} candidates</source>
        <translation>
            <numerusform>No context: {candidates} candidate</numerusform>
            <numerusform>No context: {candidates} candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::Banner</name>
    <message numerus="yes">
        <source>This happened %n time(s) in a row.</source>
        <translation>
            <numerusform>This happened %n time in a row.</numerusform>
            <numerusform>This happened %n times in a row.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ConfirmDialog</name>
    <message numerus="yes">
        <source>%n of them changed meanwhile and will be left out.</source>
        <translation>
            <numerusform>%n of them changed meanwhile and will be left out.</numerusform>
            <numerusform>%n of them changed meanwhile and will be left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is sent %n second(s) after you confirm; until then you can cancel it.</source>
        <translation>
            <numerusform>It is sent %n second after you confirm; until then you can cancel it.</numerusform>
            <numerusform>It is sent %n seconds after you confirm; until then you can cancel it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ConnectionBadge</name>
    <message numerus="yes">
        <source>Lost · next try in %n s</source>
        <comment>connection state</comment>
        <translation>
            <numerusform>Lost · next try in %n s</numerusform>
            <numerusform>Lost · next try in %n s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ContextRows</name>
    <message numerus="yes">
        <source>expires in %n second(s)</source>
        <translation>
            <numerusform>expires in %n second</numerusform>
            <numerusform>expires in %n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>expires in %n minute(s)</source>
        <translation>
            <numerusform>expires in %n minute</numerusform>
            <numerusform>expires in %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ExplanationModel</name>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n candidate</numerusform>
            <numerusform>%n candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FilterChips</name>
    <message numerus="yes">
        <source>%n more terms</source>
        <translation>
            <numerusform>%n more term</numerusform>
            <numerusform>%n more terms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FleetTreeModel</name>
    <message numerus="yes">
        <source>Disconnected (%n)</source>
        <comment>group of clients</comment>
        <translation>
            <numerusform>Disconnected (%n)</numerusform>
            <numerusform>Disconnected (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n disconnected client(s)</source>
        <translation>
            <numerusform>%n disconnected client</numerusform>
            <numerusform>%n disconnected clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FleetTreeView</name>
    <message numerus="yes">
        <source>0 of %n tab(s) match.</source>
        <translation>
            <numerusform>0 of %n tab matches.</numerusform>
            <numerusform>0 of %n tabs match.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FlowWords</name>
    <message numerus="yes">
        <source>Release %n assignment(s) of client %1</source>
        <translation>
            <numerusform>Release %n assignment of client %1</numerusform>
            <numerusform>Release %n assignments of client %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Release %n assignment(s)</source>
        <translation>
            <numerusform>Release %n assignment</numerusform>
            <numerusform>Release %n assignments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settle %n tab(s) of client %1</source>
        <translation>
            <numerusform>Settle %n tab of client %1</numerusform>
            <numerusform>Settle %n tabs of client %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settle %n tab(s)</source>
        <translation>
            <numerusform>Settle %n tab</numerusform>
            <numerusform>Settle %n tabs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Disconnect %n client(s)</source>
        <translation>
            <numerusform>Disconnect %n client</numerusform>
            <numerusform>Disconnect %n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %n window(s)</source>
        <translation>
            <numerusform>Drain %n window</numerusform>
            <numerusform>Drain %n windows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)</source>
        <translation>
            <numerusform>Drain %n node</numerusform>
            <numerusform>Drain %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Drain %n client(s)</source>
        <translation>
            <numerusform>Drain %n client</numerusform>
            <numerusform>Drain %n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End the drain of %n window(s)</source>
        <translation>
            <numerusform>End the drain of %n window</numerusform>
            <numerusform>End the drain of %n windows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End the drain of %n node(s)</source>
        <translation>
            <numerusform>End the drain of %n node</numerusform>
            <numerusform>End the drain of %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End the drain of %n client(s)</source>
        <translation>
            <numerusform>End the drain of %n client</numerusform>
            <numerusform>End the drain of %n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>End %n drain(s)</source>
        <comment>button</comment>
        <translation>
            <numerusform>End %n drain</numerusform>
            <numerusform>End %n drains</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) stay: this deployment keeps them when a client disconnects.</source>
        <translation>
            <numerusform>%n assignment stays: this deployment keeps it when a client disconnects.</numerusform>
            <numerusform>%n assignments stay: this deployment keeps them when a client disconnects.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) end at once: this deployment releases them when a client disconnects.</source>
        <translation>
            <numerusform>%n assignment ends at once: this deployment releases it when a client disconnects.</numerusform>
            <numerusform>%n assignments end at once: this deployment releases them when a client disconnects.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) end after %1, unless the client is back before.</source>
        <translation>
            <numerusform>%n assignment ends after %1, unless the client is back before.</numerusform>
            <numerusform>%n assignments end after %1, unless the client is back before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is done when the last of %n assignment(s) ends.</source>
        <translation>
            <numerusform>It is done when the %n assignment that is left ends.</numerusform>
            <numerusform>It is done when the last of %n assignments ends.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is done when the last of %n assignment(s) ends; what is left after %1 is ended.</source>
        <translation>
            <numerusform>It is done when the %n assignment that is left ends; if it is still there after %1, it is ended.</numerusform>
            <numerusform>It is done when the last of %n assignments ends; what is left after %1 is ended.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is done when the last of %n assignment(s) ends; what is left after %1 stays.</source>
        <translation>
            <numerusform>It is done when the %n assignment that is left ends; if it is still there after %1, it stays.</numerusform>
            <numerusform>It is done when the last of %n assignments ends; what is left after %1 stays.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Window %1 of %2 – %n assignment(s)</source>
        <comment>window, client</comment>
        <translation>
            <numerusform>Window %1 of %2 – %n assignment</numerusform>
            <numerusform>Window %1 of %2 – %n assignments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Node %1 – %n assignment(s)</source>
        <comment>node</comment>
        <translation>
            <numerusform>Node %1 – %n assignment</numerusform>
            <numerusform>Node %1 – %n assignments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Client %1 of user %2 – %n assignment(s)</source>
        <comment>client, user</comment>
        <translation>
            <numerusform>Client %1 of user %2 – %n assignment</numerusform>
            <numerusform>Client %1 of user %2 – %n assignments</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Will be sent in %n second(s)</source>
        <translation>
            <numerusform>Will be sent in %n second</numerusform>
            <numerusform>Will be sent in %n seconds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::Inspector</name>
    <message numerus="yes">
        <source>%n request(s)</source>
        <translation>
            <numerusform>%n request</numerusform>
            <numerusform>%n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other client(s)</source>
        <translation>
            <numerusform>%n other client</numerusform>
            <numerusform>%n other clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::JournalView</name>
    <message numerus="yes">
        <source>%n older entries were dropped.</source>
        <translation>
            <numerusform>%n older entry was dropped.</numerusform>
            <numerusform>%n older entries were dropped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::LogView</name>
    <message numerus="yes">
        <source>%n older lines were dropped.</source>
        <translation>
            <numerusform>%n older line was dropped.</numerusform>
            <numerusform>%n older lines were dropped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines were saved to %1.</source>
        <translation>
            <numerusform>%n line was saved to %1.</numerusform>
            <numerusform>%n lines were saved to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::MainWindow</name>
    <message numerus="yes">
        <source>%n lease(s)</source>
        <comment>that end with the window</comment>
        <translation>
            <numerusform>%n lease</numerusform>
            <numerusform>%n leases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) of clients</source>
        <comment>that end with the window</comment>
        <translation>
            <numerusform>%n connection of a client</numerusform>
            <numerusform>%n connections of clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n browser(s) started here</source>
        <comment>that end with the window</comment>
        <translation>
            <numerusform>%n browser started here</numerusform>
            <numerusform>%n browsers started here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::NoticeBar</name>
    <message numerus="yes">
        <source>Paused at revision %1. %n change(s) wait.</source>
        <translation>
            <numerusform>Paused at revision %1. %n change waits.</numerusform>
            <numerusform>Paused at revision %1. %n changes wait.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::OverviewView</name>
    <message numerus="yes">
        <source>%n thing(s) need attention</source>
        <translation>
            <numerusform>%n thing needs attention</numerusform>
            <numerusform>%n things need attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All is well: %1 of %n tab(s) leased, nothing needs attention</source>
        <translation>
            <numerusform>All is well: %1 of %n tab leased, nothing needs attention</numerusform>
            <numerusform>All is well: %1 of %n tabs leased, nothing needs attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n window(s)</source>
        <translation>
            <numerusform>in %n window</numerusform>
            <numerusform>in %n windows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n disconnected</source>
        <translation>
            <numerusform>%n disconnected</numerusform>
            <numerusform>%n disconnected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::StatusLine</name>
    <message numerus="yes">
        <source>, %n expiring within 30 s</source>
        <translation>
            <numerusform>, %n expiring within 30 s</numerusform>
            <numerusform>, %n expiring within 30 s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) under way</source>
        <translation>
            <numerusform>%n action under way</numerusform>
            <numerusform>%n actions under way</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TablePage</name>
    <message numerus="yes">
        <source>%n row(s) hidden by it.</source>
        <translation>
            <numerusform>%n row hidden by it.</numerusform>
            <numerusform>%n rows hidden by it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TailTable</name>
    <message numerus="yes">
        <source>%n new</source>
        <comment>lines that came at the end</comment>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TailView</name>
    <message numerus="yes">
        <source>Paused, %n more wait.</source>
        <translation>
            <numerusform>Paused, %n more waits.</numerusform>
            <numerusform>Paused, %n more wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n lines passes the filter.</source>
        <translation>
            <numerusform>The only line (%n) does not pass the filter.</numerusform>
            <numerusform>None of %n lines passes the filter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ToastWidget</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <comment>how often a message came</comment>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TopologyView</name>
    <message numerus="yes">
        <source>%1 of %n match</source>
        <comment>tabs</comment>
        <translation>
            <numerusform>%1 of %n matches</numerusform>
            <numerusform>%1 of %n match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tab(s) are hidden.</source>
        <translation>
            <numerusform>%n tab is hidden.</numerusform>
            <numerusform>%n tabs are hidden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TopologyWords</name>
    <message numerus="yes">
        <source>%1 flow(s)</source>
        <translation>
            <numerusform>%1 flow</numerusform>
            <numerusform>%1 flows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 window(s)</source>
        <translation>
            <numerusform>%1 window</numerusform>
            <numerusform>%1 windows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tab(s)</source>
        <translation>
            <numerusform>%1 tab</numerusform>
            <numerusform>%1 tabs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assigned</source>
        <comment>tabs</comment>
        <translation>
            <numerusform>%n assigned</numerusform>
            <numerusform>%n assigned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reserved</source>
        <comment>places</comment>
        <translation>
            <numerusform>%n reserved</numerusform>
            <numerusform>%n reserved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n reserved</source>
        <comment>used tabs, places</comment>
        <translation>
            <numerusform>%1, %n reserved</numerusform>
            <numerusform>%1, %n reserved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tab(s)</source>
        <translation>
            <numerusform>%n tab</numerusform>
            <numerusform>%n tabs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <comment>requests for a tab</comment>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, assigned to task %2, expires in %n second(s)</source>
        <comment>a tab</comment>
        <translation>
            <numerusform>%1, assigned to task %2, expires in %n second</numerusform>
            <numerusform>%1, assigned to task %2, expires in %n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n time(s), last %1</source>
        <translation>
            <numerusform>%n time, last %1</numerusform>
            <numerusform>%n times, last %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n command(s) without an answer</source>
        <translation>
            <numerusform>%n command without an answer</numerusform>
            <numerusform>%n commands without an answer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>requests</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::WaiterRows</name>
    <message numerus="yes">
        <source>Task %1 of user %2 waits and gives up in %n second(s)</source>
        <translation>
            <numerusform>Task %1 of user %2 waits and gives up in %n second</numerusform>
            <numerusform>Task %1 of user %2 waits and gives up in %n seconds</numerusform>
        </translation>
    </message>
</context>
</TS>
