<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Attention</name>
    <message>
        <source>%1 of %2</source>
        <comment>client of user</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>The node answers late.</source>
        <translation>Der Knoten antwortet verspätet.</translation>
    </message>
    <message>
        <source>The node is silent: what you see may not be true any more.</source>
        <translation>Der Knoten schweigt: Die Anzeige ist möglicherweise veraltet.</translation>
    </message>
    <message>
        <source>There is no connection to the node: %1</source>
        <translation>Keine Verbindung zum Knoten: %1</translation>
    </message>
    <message>
        <source>There is no connection to the node.</source>
        <translation>Keine Verbindung zum Knoten.</translation>
    </message>
    <message>
        <source>The node refuses this console: %1</source>
        <translation>Der Knoten weist diese Konsole ab: %1</translation>
    </message>
    <message>
        <source>The node refuses this console.</source>
        <translation>Der Knoten weist diese Konsole ab.</translation>
    </message>
    <message>
        <source>Not ready: %1.</source>
        <comment>part of a node</comment>
        <translation>Nicht bereit: %1.</translation>
    </message>
    <message>
        <source>Not ready: %1. %2</source>
        <comment>part of a node; reason sentence</comment>
        <translation>Nicht bereit: %1. %2</translation>
    </message>
    <message numerus="yes">
        <source>%n more client(s) are away while tabs of theirs are leased.</source>
        <translation>
            <numerusform>%n weiterer Client ist abwesend, obwohl Tabs von ihm belegt sind.</numerusform>
            <numerusform>%n weitere Clients sind abwesend, obwohl Tabs von ihnen belegt sind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Client %1 is disconnected with %n lease(s).</source>
        <translation>
            <numerusform>Client %1 ist mit %n Belegung getrennt.</numerusform>
            <numerusform>Client %1 ist mit %n Belegungen getrennt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Client %1 comes and goes: disconnected three times within five minutes.</source>
        <translation>Client %1 kommt und geht: innerhalb von fünf Minuten dreimal getrennt.</translation>
    </message>
    <message numerus="yes">
        <source>%n more client(s) come and go.</source>
        <translation>
            <numerusform>%n weiterer Client kommt und geht.</numerusform>
            <numerusform>%n weitere Clients kommen und gehen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tab “%1” is %2.</source>
        <comment>title; crashed or unresponsive</comment>
        <translation>Tab „%1“: %2.</translation>
    </message>
    <message numerus="yes">
        <source>%n more tab(s) crashed or do not respond.</source>
        <translation>
            <numerusform>%n weiterer Tab ist abgestürzt oder reagiert nicht.</numerusform>
            <numerusform>%n weitere Tabs sind abgestürzt oder reagieren nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Task %1 never renewed its lease on “%2”, and half its time is over.</source>
        <comment>task, tab</comment>
        <translation>Aufgabe %1 hat ihre Belegung von „%2“ nie verlängert, und die Hälfte der Zeit ist um.</translation>
    </message>
    <message numerus="yes">
        <source>%n more lease(s) were never renewed.</source>
        <translation>
            <numerusform>%n weitere Belegung wurde nie verlängert.</numerusform>
            <numerusform>%n weitere Belegungen wurden nie verlängert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Task %1 no longer renews its lease on “%2”: it ends soon.</source>
        <comment>task, tab</comment>
        <translation>Aufgabe %1 verlängert ihre Belegung von „%2“ nicht mehr: Sie endet bald.</translation>
    </message>
    <message numerus="yes">
        <source>%n more lease(s) end soon without renewal.</source>
        <translation>
            <numerusform>%n weitere Belegung endet bald ohne Verlängerung.</numerusform>
            <numerusform>%n weitere Belegungen enden bald ohne Verlängerung.</numerusform>
        </translation>
    </message>
    <message>
        <source>Tab “%1” should have settled by now.</source>
        <translation>Tab „%1“ müsste inzwischen geklärt sein.</translation>
    </message>
    <message numerus="yes">
        <source>%n more tab(s) should have settled by now.</source>
        <translation>
            <numerusform>%n weiterer Tab müsste inzwischen geklärt sein.</numerusform>
            <numerusform>%n weitere Tabs müssten inzwischen geklärt sein.</numerusform>
        </translation>
    </message>
    <message>
        <source>Client %1 should have opened a window by now; its place stays taken.</source>
        <translation>Client %1 müsste inzwischen ein Fenster geöffnet haben; sein Platz bleibt vergeben.</translation>
    </message>
    <message>
        <source>Client %1 should have opened a tab by now; its place stays taken.</source>
        <translation>Client %1 müsste inzwischen einen Tab geöffnet haben; sein Platz bleibt vergeben.</translation>
    </message>
    <message numerus="yes">
        <source>%n more creation(s) are overdue.</source>
        <translation>
            <numerusform>%n weitere Erzeugung ist überfällig.</numerusform>
            <numerusform>%n weitere Erzeugungen sind überfällig.</numerusform>
        </translation>
    </message>
    <message>
        <source>no client of this user is connected</source>
        <comment>why a request waits</comment>
        <translation>kein Client dieses Benutzers ist verbunden</translation>
    </message>
    <message>
        <source>the user&apos;s clients have no tabs</source>
        <comment>why a request waits</comment>
        <translation>die Clients des Benutzers haben keine Tabs</translation>
    </message>
    <message numerus="yes">
        <source>all %n tab(s) are taken</source>
        <comment>why a request waits</comment>
        <translation>
            <numerusform>der einzige Tab (%n) ist vergeben</numerusform>
            <numerusform>alle %n Tabs sind vergeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>none of the %n free tab(s) suits it</source>
        <comment>why a request waits</comment>
        <translation>
            <numerusform>der %n freie Tab passt nicht</numerusform>
            <numerusform>keiner der %n freien Tabs passt</numerusform>
        </translation>
    </message>
    <message>
        <source>Task %1 of %2 waits: %3.</source>
        <comment>task, user, reason</comment>
        <translation>Aufgabe %1 von %2 wartet: %3.</translation>
    </message>
    <message numerus="yes">
        <source>%n more request(s) wait.</source>
        <translation>
            <numerusform>%n weitere Anfrage wartet.</numerusform>
            <numerusform>%n weitere Anfragen warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>Knoten %1</translation>
    </message>
    <message>
        <source>window %1</source>
        <translation>Fenster %1</translation>
    </message>
    <message>
        <source>client %1</source>
        <translation>Client %1</translation>
    </message>
    <message>
        <source>The drain of %1 reached its deadline; leases are left.</source>
        <translation>Das Leerfahren (%1) hat seine Frist erreicht; es bestehen noch Belegungen.</translation>
    </message>
    <message>
        <source>The drain of %1 is past its deadline.</source>
        <translation>Das Leerfahren (%1) hat seine Frist überschritten.</translation>
    </message>
    <message numerus="yes">
        <source>%n more drain(s) are overdue.</source>
        <translation>
            <numerusform>%n weiterer Leerfahrvorgang ist überfällig.</numerusform>
            <numerusform>%n weitere Leerfahrvorgänge sind überfällig.</numerusform>
        </translation>
    </message>
    <message>
        <source>The node&apos;s clock is ahead of this machine&apos;s by %1. Times shown are the node&apos;s.</source>
        <translation>Die Uhr des Knotens geht gegenüber der dieses Rechners um %1 vor. Angezeigt werden die Zeiten des Knotens.</translation>
    </message>
    <message>
        <source>The node&apos;s clock is behind this machine&apos;s by %1. Times shown are the node&apos;s.</source>
        <translation>Die Uhr des Knotens geht gegenüber der dieses Rechners um %1 nach. Angezeigt werden die Zeiten des Knotens.</translation>
    </message>
    <message>
        <source>The view is paused: what you see stands still.</source>
        <translation>Die Ansicht ist angehalten: Die Anzeige steht still.</translation>
    </message>
    <message>
        <source>Open commands: %1 of at most %2.</source>
        <translation>Offene Befehle: %1 von höchstens %2.</translation>
    </message>
    <message>
        <source>Waiting requests: %1 of at most %2.</source>
        <translation>Wartende Anfragen: %1 von höchstens %2.</translation>
    </message>
    <message>
        <source>Node %1, %2: %3</source>
        <comment>node, what it is about, reason sentence</comment>
        <translation>Knoten %1, %2: %3</translation>
    </message>
</context>
<context>
    <name>Columns</name>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>Belegung</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>Belegt seit</translation>
    </message>
    <message>
        <source>Last renewed</source>
        <translation>Zuletzt verlängert</translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation>Verlängerungen</translation>
    </message>
    <message>
        <source>Holder node</source>
        <translation>Haltender Knoten</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Fence</source>
        <translation>Fence</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Last lease ended</source>
        <translation>Ende der letzten Belegung</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Platz</translation>
    </message>
    <message>
        <source>Wants</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Platzierung</translation>
    </message>
    <message>
        <source>Waits since</source>
        <translation>Wartet seit</translation>
    </message>
    <message>
        <source>Gives up in</source>
        <translation>Gibt auf in</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
    </message>
    <message>
        <source>Sockets</source>
        <translation>Sockets</translation>
    </message>
    <message>
        <source>Connections of clients that it holds</source>
        <translation>Verbindungen von Clients, die er hält</translation>
    </message>
    <message>
        <source>Redis</source>
        <translation>Redis</translation>
    </message>
    <message>
        <source>How long Redis takes to answer it</source>
        <translation>Wie lange Redis ihm für eine Antwort braucht</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>How far its clock is ahead of the registry&apos;s</source>
        <translation>Wie weit seine Uhr der der Registry voraus ist</translation>
    </message>
    <message>
        <source>Heard of</source>
        <translation>Gehört</translation>
    </message>
    <message>
        <source>When it last told how it is</source>
        <translation>Wann er zuletzt gesagt hat, wie es ihm geht</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Incarnation</source>
        <translation>Inkarnation</translation>
    </message>
    <message>
        <source>Provisions</source>
        <translation>Erzeugt für</translation>
    </message>
    <message>
        <source>Clients that it alone may open tabs and windows for at present</source>
        <translation>Clients, für die zurzeit nur er Tabs und Fenster öffnen darf</translation>
    </message>
</context>
<context>
    <name>FilterHelp</name>
    <message>
        <source>a state, such as is:idle</source>
        <translation>ein Status, etwa is:idle</translation>
    </message>
    <message>
        <source>whether it has something</source>
        <translation>ob etwas vorhanden ist</translation>
    </message>
    <message>
        <source>whose browser it is</source>
        <translation>wem der Browser gehört</translation>
    </message>
    <message>
        <source>the browser or console it belongs to</source>
        <translation>Browser oder Konsole, zu der der Tab gehört</translation>
    </message>
    <message>
        <source>id of its window</source>
        <translation>ID des Fensters</translation>
    </message>
    <message>
        <source>its id</source>
        <translation>die eigene ID</translation>
    </message>
    <message>
        <source>title of the page</source>
        <translation>Titel der Seite</translation>
    </message>
    <message>
        <source>address of the page</source>
        <translation>Adresse der Seite</translation>
    </message>
    <message>
        <source>what it is doing</source>
        <translation>was gerade geschieht</translation>
    </message>
    <message>
        <source>what its client says of the page</source>
        <translation>was der Client über die Seite meldet</translation>
    </message>
    <message>
        <source>the task that holds it</source>
        <translation>die haltende Aufgabe</translation>
    </message>
    <message>
        <source>the request that acquired it</source>
        <translation>die Anfrage, die ihn belegt hat</translation>
    </message>
    <message>
        <source>the node that acquired it</source>
        <translation>der Knoten, der ihn belegt hat</translation>
    </message>
    <message>
        <source>time left of the lease, such as lease&lt;30s</source>
        <translation>Restzeit der Belegung, etwa lease&lt;30s</translation>
    </message>
    <message>
        <source>time since it was acquired</source>
        <translation>Zeit seit der Belegung</translation>
    </message>
    <message>
        <source>how often the lease was renewed</source>
        <translation>wie oft die Belegung verlängert wurde</translation>
    </message>
    <message>
        <source>number of the lease</source>
        <translation>Nummer der Belegung</translation>
    </message>
    <message>
        <source>time since it was first seen, such as age&gt;5m</source>
        <translation>Zeit, seit er zuerst gesehen wurde, etwa age&gt;5m</translation>
    </message>
    <message>
        <source>kind of its client</source>
        <translation>Art des Clients</translation>
    </message>
    <message>
        <source>the node its client is connected to</source>
        <translation>Knoten, mit dem der Client verbunden ist</translation>
    </message>
    <message>
        <source>the run of its browser</source>
        <translation>der Lauf des Browsers</translation>
    </message>
    <message>
        <source>program and version of its client</source>
        <translation>Programm und Version des Clients</translation>
    </message>
    <message>
        <source>how its last lease ended</source>
        <translation>wie die letzte Belegung endete</translation>
    </message>
    <message>
        <source>metadata of its client, such as meta.region:eu</source>
        <translation>Metadaten des Clients, etwa meta.region:eu</translation>
    </message>
    <message>
        <source>the visible tab of its window</source>
        <translation>der sichtbare Tab des Fensters</translation>
    </message>
    <message>
        <source>opened by a command</source>
        <translation>durch einen Befehl geöffnet</translation>
    </message>
    <message>
        <source>held by a task</source>
        <translation>von einer Aufgabe gehalten</translation>
    </message>
    <message>
        <source>waits for the end of a command</source>
        <translation>wartet auf das Ende eines Befehls</translation>
    </message>
    <message>
        <source>free to be acquired</source>
        <translation>frei zum Belegen</translation>
    </message>
    <message>
        <source>free, but not healthy</source>
        <translation>frei, aber nicht in gutem Zustand</translation>
    </message>
    <message>
        <source>kept from being acquired for the time being</source>
        <translation>vorübergehend vom Belegen ausgenommen</translation>
    </message>
    <message>
        <source>made for a request that has not taken it yet</source>
        <translation>für eine Anfrage erzeugt, die ihn noch nicht übernommen hat</translation>
    </message>
    <message>
        <source>its client, window or node drains</source>
        <translation>Client, Fenster oder Knoten wird leergefahren</translation>
    </message>
    <message>
        <source>its client is not connected</source>
        <translation>der Client ist nicht verbunden</translation>
    </message>
    <message>
        <source>less than 30 s left of the lease</source>
        <translation>Restzeit der Belegung unter 30 s</translation>
    </message>
    <message>
        <source>not renewed for more than half of the lease</source>
        <translation>seit mehr als der halben Belegung nicht verlängert</translation>
    </message>
    <message>
        <source>held by a task while its client is not connected</source>
        <translation>von einer Aufgabe gehalten, während der Client nicht verbunden ist</translation>
    </message>
    <message>
        <source>its client says that the page is not live</source>
        <translation>laut Client ist die Seite nicht aktiv</translation>
    </message>
    <message>
        <source>kept from being acquired</source>
        <translation>vom Belegen ausgenommen</translation>
    </message>
    <message>
        <source>belongs to the lease of another tab</source>
        <translation>gehört zur Belegung eines anderen Tabs</translation>
    </message>
    <message>
        <source>when it was, such as time&gt;=14:05</source>
        <translation>Zeitpunkt, etwa time&gt;=14:05</translation>
    </message>
    <message>
        <source>how long ago it was, such as age&lt;5m</source>
        <translation>wie lange es her ist, etwa age&lt;5m</translation>
    </message>
    <message>
        <source>the sentence</source>
        <translation>der Satz</translation>
    </message>
    <message>
        <source>what sort of event it is</source>
        <translation>Art des Ereignisses</translation>
    </message>
    <message>
        <source>whom it concerns</source>
        <translation>der betroffene Benutzer</translation>
    </message>
    <message>
        <source>the browser or console it concerns</source>
        <translation>Browser oder Konsole, um die es geht</translation>
    </message>
    <message>
        <source>id of the tab it concerns</source>
        <translation>ID des betroffenen Tabs</translation>
    </message>
    <message>
        <source>the task it concerns</source>
        <translation>die betroffene Aufgabe</translation>
    </message>
    <message>
        <source>the operator or node that acted</source>
        <translation>der handelnde Operator oder Knoten</translation>
    </message>
    <message>
        <source>the request that acquired</source>
        <translation>die anfordernde Anfrage</translation>
    </message>
    <message>
        <source>the command it concerns</source>
        <translation>der betroffene Befehl</translation>
    </message>
    <message>
        <source>why a lease ended</source>
        <translation>warum eine Belegung endete</translation>
    </message>
    <message>
        <source>why it was refused or done</source>
        <translation>warum es abgelehnt oder getan wurde</translation>
    </message>
    <message>
        <source>its number in the journal</source>
        <translation>Nummer im Journal</translation>
    </message>
    <message>
        <source>a detail, such as param.window=7</source>
        <translation>eine Einzelheit, etwa param.window=7</translation>
    </message>
    <message>
        <source>something went wrong or was refused</source>
        <translation>etwas ging schief oder wurde abgelehnt</translation>
    </message>
    <message>
        <source>a lease began, went on or ended</source>
        <translation>eine Belegung begann, lief weiter oder endete</translation>
    </message>
    <message>
        <source>it is about a command</source>
        <translation>betrifft einen Befehl</translation>
    </message>
    <message>
        <source>an operator stepped in</source>
        <translation>ein Operator hat eingegriffen</translation>
    </message>
    <message>
        <source>it is about a task</source>
        <translation>betrifft eine Aufgabe</translation>
    </message>
    <message>
        <source>how serious it is</source>
        <translation>wie ernst es ist</translation>
    </message>
    <message>
        <source>the part of the program it is from</source>
        <translation>der Programmteil, aus dem es stammt</translation>
    </message>
    <message>
        <source>what it says</source>
        <translation>der Text</translation>
    </message>
    <message>
        <source>a warning or an error</source>
        <translation>eine Warnung oder ein Fehler</translation>
    </message>
    <message>
        <source>number in the queue</source>
        <translation>Nummer in der Warteschlange</translation>
    </message>
    <message>
        <source>the task that waits</source>
        <translation>die wartende Aufgabe</translation>
    </message>
    <message>
        <source>what it demands of a client</source>
        <translation>was vom Client verlangt wird</translation>
    </message>
    <message>
        <source>where it wants its tab</source>
        <translation>wo der Tab liegen soll</translation>
    </message>
    <message>
        <source>time since it waits, such as age&gt;10s</source>
        <translation>bisherige Wartezeit, etwa age&gt;10s</translation>
    </message>
    <message>
        <source>time until it gives up, such as left&lt;30s</source>
        <translation>Zeit bis zur Aufgabe der Anfrage, etwa left&lt;30s</translation>
    </message>
    <message>
        <source>the node where it asked</source>
        <translation>der Knoten, bei dem angefragt wurde</translation>
    </message>
    <message>
        <source>id of its request</source>
        <translation>ID der Anfrage</translation>
    </message>
    <message>
        <source>id of the node</source>
        <translation>ID des Knotens</translation>
    </message>
    <message>
        <source>ready, warned, draining, not-ready, silent or unknown</source>
        <translation>ready, warned, draining, not-ready, silent oder unknown</translation>
    </message>
    <message>
        <source>what it serves: app, rest, websocket</source>
        <translation>was er bedient: app, rest, websocket</translation>
    </message>
    <message>
        <source>names of conditions that do not hold</source>
        <translation>Namen der Bedingungen, die nicht erfüllt sind</translation>
    </message>
    <message>
        <source>connections of clients that it holds</source>
        <translation>Verbindungen von Clients, die er hält</translation>
    </message>
    <message>
        <source>how long Redis takes to answer it, such as roundtrip&gt;5ms</source>
        <translation>wie lange Redis ihm für eine Antwort braucht, etwa roundtrip&gt;5ms</translation>
    </message>
    <message>
        <source>how far its clock is off, such as offset&gt;1s</source>
        <translation>wie weit seine Uhr falsch geht, etwa offset&gt;1s</translation>
    </message>
    <message>
        <source>its version</source>
        <translation>seine Version</translation>
    </message>
    <message>
        <source>where it is reached</source>
        <translation>wo er erreichbar ist</translation>
    </message>
    <message>
        <source>id of this one run of it</source>
        <translation>ID dieses einen Laufs</translation>
    </message>
    <message>
        <source>clients that it alone may open tabs and windows for</source>
        <translation>Clients, für die nur er Tabs und Fenster öffnen darf</translation>
    </message>
</context>
<context>
    <name>FilterParser</name>
    <message numerus="yes">
        <source>A filter has at most %n letters.</source>
        <translation>
            <numerusform>Ein Filter hat höchstens %n Zeichen.</numerusform>
            <numerusform>Ein Filter hat höchstens %n Zeichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no ( before this ).</source>
        <translation>Davor steht keine öffnende Klammer ( dazu.</translation>
    </message>
    <message>
        <source>Something has to follow here.</source>
        <translation>Hier muss etwas folgen.</translation>
    </message>
    <message>
        <source>Something has to stand before this.</source>
        <translation>Davor muss etwas stehen.</translation>
    </message>
    <message>
        <source>This is nested too deeply.</source>
        <translation>Zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>Say what shall not be so.</source>
        <translation>Es fehlt, was nicht gelten soll.</translation>
    </message>
    <message>
        <source>This ( is not closed.</source>
        <translation>Diese Klammer ( ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>After %1 there is a colon, as in %2.</source>
        <translation>Nach %1 folgt ein Doppelpunkt, wie in %2.</translation>
    </message>
    <message>
        <source>Say which `%1`.</source>
        <translation>Es fehlt, welches `%1` gemeint ist.</translation>
    </message>
    <message>
        <source>Only one value can be compared with.</source>
        <translation>Ein Vergleich ist nur mit einem einzigen Wert möglich.</translation>
    </message>
    <message>
        <source>A value is missing here.</source>
        <translation>Hier fehlt ein Wert.</translation>
    </message>
    <message>
        <source>Values stand apart by |, and in quotes if they have brackets.</source>
        <translation>Werte werden durch | getrennt und stehen in Anführungszeichen, wenn sie Klammern enthalten.</translation>
    </message>
    <message>
        <source>This quote is not closed.</source>
        <translation>Dieses Anführungszeichen ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>Four hexadecimal digits have to follow \u.</source>
        <translation>Auf \u müssen vier Hexadezimalziffern folgen.</translation>
    </message>
    <message numerus="yes">
        <source>A filter has at most %n terms.</source>
        <translation>
            <numerusform>Ein Filter hat höchstens %n Ausdruck.</numerusform>
            <numerusform>Ein Filter hat höchstens %n Ausdrücke.</numerusform>
        </translation>
    </message>
    <message>
        <source>Unknown field `%1`. To search for this text, put it in quotes.</source>
        <translation>Unbekanntes Feld `%1`. Um nach diesem Text zu suchen, in Anführungszeichen setzen.</translation>
    </message>
    <message>
        <source>Unknown field `%1` — did you mean `%2`?</source>
        <translation>Unbekanntes Feld `%1` — ist `%2` gemeint?</translation>
    </message>
    <message>
        <source>There is no `%1`.</source>
        <translation>`%1` gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no `%1` — did you mean `%2`?</source>
        <translation>`%1` gibt es nicht — ist `%2` gemeint?</translation>
    </message>
    <message>
        <source>`%1` is no text, so there is nothing a pattern could fit.</source>
        <translation>`%1` ist kein Text, ein Muster kann also auf nichts passen.</translation>
    </message>
    <message>
        <source>`%1` is text: compare it by : = != or ~.</source>
        <translation>`%1` ist Text: Vergleiche sind mit : = != oder ~ möglich.</translation>
    </message>
    <message>
        <source>`%1` is never `%2`.</source>
        <translation>`%1` ist nie `%2`.</translation>
    </message>
    <message>
        <source>`%1` is never `%2` — did you mean `%3`?</source>
        <translation>`%1` ist nie `%2` — ist `%3` gemeint?</translation>
    </message>
    <message numerus="yes">
        <source>A pattern has at most %n letters.</source>
        <translation>
            <numerusform>Ein Muster hat höchstens %n Zeichen.</numerusform>
            <numerusform>Ein Muster hat höchstens %n Zeichen.</numerusform>
        </translation>
    </message>
    <message>
        <source>This is no pattern: %1.</source>
        <translation>Das ist kein Muster: %1.</translation>
    </message>
    <message>
        <source>`%1` is no number.</source>
        <translation>`%1` ist keine Zahl.</translation>
    </message>
    <message>
        <source>`%1` is no whole number.</source>
        <translation>`%1` ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>`%1` is no duration such as 30s, 5m, 2h or 4:32.</source>
        <translation>`%1` ist keine Dauer wie 30s, 5m, 2h oder 4:32.</translation>
    </message>
    <message>
        <source>`%1` is no time such as 14:05, 2026-03-31 or 2026-03-31T14:05.</source>
        <translation>`%1` ist keine Zeitangabe wie 14:05, 2026-03-31 oder 2026-03-31T14:05.</translation>
    </message>
    <message>
        <source>`%1` is yes or no.</source>
        <translation>`%1` ist entweder yes oder no.</translation>
    </message>
</context>
<context>
    <name>Inspection</name>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>used of a limit</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, no limit</source>
        <comment>used</comment>
        <translation>%1, unbegrenzt</translation>
    </message>
    <message>
        <source>%1, %2 reserved</source>
        <comment>used of a limit; creations under way</comment>
        <translation>%1, %2 reserviert</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>Leerfahren</translation>
    </message>
    <message>
        <source>draining</source>
        <translation>wird leergefahren</translation>
    </message>
    <message>
        <source>done, nothing is leased any more</source>
        <translation>fertig, nichts ist mehr belegt</translation>
    </message>
    <message>
        <source>deadline passed, what is left stays</source>
        <translation>Frist abgelaufen, der Rest bleibt</translation>
    </message>
    <message>
        <source>deadline passed, what was left was ended</source>
        <translation>Frist abgelaufen, der Rest wurde beendet</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>By</source>
        <comment>who started a drain</comment>
        <translation>Von</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>none</source>
        <comment>deadline</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>what is left is ended</source>
        <translation>der Rest wird beendet</translation>
    </message>
    <message>
        <source>what is left stays</source>
        <translation>der Rest bleibt</translation>
    </message>
    <message>
        <source>over</source>
        <comment>a time that has passed</comment>
        <translation>vorbei</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n ausgewählt</numerusform>
            <numerusform>%n ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>What is selected</source>
        <translation>Ausgewählte Objekte</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>Gezählt</translation>
    </message>
    <message>
        <source>only the first %1</source>
        <translation>nur die ersten %1</translation>
    </message>
    <message>
        <source>Tabs by state</source>
        <translation>Tabs nach Status</translation>
    </message>
</context>
<context>
    <name>JournalWords</name>
    <message>
        <source>acquired</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>renewed</source>
        <translation>verlängert</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>new epoch</source>
        <translation>neue Epoche</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>client removed</source>
        <translation>Client entfernt</translation>
    </message>
    <message>
        <source>window opened</source>
        <translation>Fenster geöffnet</translation>
    </message>
    <message>
        <source>window closed</source>
        <translation>Fenster geschlossen</translation>
    </message>
    <message>
        <source>tab opened</source>
        <translation>Tab geöffnet</translation>
    </message>
    <message>
        <source>tab closed</source>
        <translation>Tab geschlossen</translation>
    </message>
    <message>
        <source>health changed</source>
        <translation>Zustand geändert</translation>
    </message>
    <message>
        <source>creation started</source>
        <translation>Erzeugung begonnen</translation>
    </message>
    <message>
        <source>creation ended</source>
        <translation>Erzeugung beendet</translation>
    </message>
    <message>
        <source>drain started</source>
        <translation>Leerfahren begonnen</translation>
    </message>
    <message>
        <source>drain ended</source>
        <translation>Leerfahren beendet</translation>
    </message>
    <message>
        <source>settling</source>
        <translation>in Klärung</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>geklärt</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>command ended</source>
        <translation>Befehl beendet</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>node started</source>
        <translation>Knoten gestartet</translation>
    </message>
    <message>
        <source>node stopped</source>
        <translation>Knoten gestoppt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>ausgefallen</translation>
    </message>
    <message>
        <source>restored</source>
        <translation>wiederhergestellt</translation>
    </message>
    <message>
        <source>input refused</source>
        <translation>Eingabe abgelehnt</translation>
    </message>
</context>
<context>
    <name>LeaseGauge</name>
    <message>
        <source>no expiry</source>
        <translation>kein Ablauf</translation>
    </message>
    <message>
        <source>was overdue</source>
        <translation>war überfällig</translation>
    </message>
    <message>
        <source>overdue for %1</source>
        <translation>überfällig seit %1</translation>
    </message>
    <message>
        <source>%1 expires soon</source>
        <translation>%1, läuft bald ab</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>war %1</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>&amp;New window</source>
        <translation>&amp;Neues Fenster</translation>
    </message>
    <message>
        <source>&amp;Connect to another node…</source>
        <translation>&amp;Mit anderem Knoten verbinden…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>Fenster s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Load everything again</source>
        <translation>Alles neu &amp;laden</translation>
    </message>
    <message>
        <source>&amp;Filter what is shown</source>
        <translation>Anzeige f&amp;iltern</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Arrange to &amp;watch</source>
        <translation>Anordnung zum &amp;Beobachten</translation>
    </message>
    <message>
        <source>Arrange to &amp;investigate</source>
        <translation>Anordnung zum &amp;Untersuchen</translation>
    </message>
    <message>
        <source>Arrange for a wall &amp;display</source>
        <translation>Anordnung für eine &amp;Wandanzeige</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Cheetah</source>
        <translation>&amp;Über Cheetah</translation>
    </message>
    <message>
        <source>Go to the newest &amp;message</source>
        <translation>Zur neuesten &amp;Meldung</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>The {kind} is not valid: 1 to 128 bytes of UTF-8 without NUL are.</source>
        <translation>{kind} ist ungültig: Gültig sind 1 bis 128 Byte UTF-8 ohne NUL.</translation>
    </message>
    <message>
        <source>The request is not understood: {reason}.</source>
        <translation>Die Anfrage ist unverständlich: {reason}.</translation>
    </message>
    <message>
        <source>This is not valid JSON: {reason}.</source>
        <translation>Das ist kein gültiges JSON: {reason}.</translation>
    </message>
    <message>
        <source>The key {key} appears twice in one object.</source>
        <translation>Der Schlüssel {key} kommt in einem Objekt zweimal vor.</translation>
    </message>
    <message>
        <source>The input is nested deeper than {limit} levels.</source>
        <translation>Die Eingabe ist tiefer als {limit} Ebenen verschachtelt.</translation>
    </message>
    <message>
        <source>There is no method {method}.</source>
        <translation>Die Methode {method} gibt es nicht.</translation>
    </message>
    <message>
        <source>The report contradicts itself: {reason}.</source>
        <translation>Der Bericht widerspricht sich: {reason}.</translation>
    </message>
    <message>
        <source>The setting {setting} cannot be {value}: {wanted}.</source>
        <translation>Die Einstellung {setting} kann nicht {value} sein: {wanted}.</translation>
    </message>
    <message>
        <source>The requirement {expression} is not understood: {wanted} is expected at position {position}.</source>
        <translation>Die Bedingung {expression} ist unverständlich: An Position {position} wird {wanted} erwartet.</translation>
    </message>
    <message>
        <source>The request contradicts itself: {reason}.</source>
        <translation>Die Anfrage widerspricht sich: {reason}.</translation>
    </message>
    <message>
        <source>There is no strategy {strategy}. Known here: round-robin, least-busy and what the host registered.</source>
        <translation>Die Strategie {strategy} gibt es nicht. Bekannt sind hier: round-robin, least-busy und vom Host registrierte.</translation>
    </message>
    <message>
        <source>The input is larger than the limit of {limit}.</source>
        <translation>Die Eingabe ist größer als die Grenze von {limit}.</translation>
    </message>
    <message>
        <source>The limit of {limit} {what} is exceeded.</source>
        <translation>Die Grenze von {limit} {what} ist überschritten.</translation>
    </message>
    <message>
        <source>The token is missing or not accepted. Name the token file of this node.</source>
        <translation>Das Token fehlt oder wird nicht akzeptiert. Die Token-Datei dieses Knotens angeben.</translation>
    </message>
    <message>
        <source>This token may not do that: scope {scope} is needed.</source>
        <translation>Dieses Token darf das nicht: Die Berechtigung {scope} ist nötig.</translation>
    </message>
    <message>
        <source>Too many failed attempts from this address. Try again in {retryAfterMs} ms.</source>
        <translation>Zu viele Fehlversuche von dieser Adresse. Neuer Versuch in {retryAfterMs} ms möglich.</translation>
    </message>
    <message>
        <source>Protocol version {version} is not spoken here; {supported} is.</source>
        <translation>Protokollversion {version} wird hier nicht gesprochen, sondern {supported}.</translation>
    </message>
    <message>
        <source>This epoch of the client ended; a newer one took its place.</source>
        <translation>Diese Epoche des Clients ist beendet; eine neuere ist an ihre Stelle getreten.</translation>
    </message>
    <message>
        <source>This epoch was never opened here: a hello must come first.</source>
        <translation>Diese Epoche wurde hier nie eröffnet: Zuerst muss ein hello kommen.</translation>
    </message>
    <message>
        <source>The report is not newer than the last accepted one ({last}).</source>
        <translation>Der Bericht ist nicht neuer als der zuletzt akzeptierte ({last}).</translation>
    </message>
    <message>
        <source>A newer connection of the same client took over.</source>
        <translation>Eine neuere Verbindung desselben Clients hat übernommen.</translation>
    </message>
    <message>
        <source>Another connection uses this client id with another epoch. It may be tried again in {retryAfterMs} ms.</source>
        <translation>Eine andere Verbindung nutzt diese Client-ID mit einer anderen Epoche. Neuer Versuch in {retryAfterMs} ms möglich.</translation>
    </message>
    <message>
        <source>An operator keeps this client out for another {remainingMs} ms.</source>
        <translation>Ein Operator sperrt diesen Client noch {remainingMs} ms aus.</translation>
    </message>
    <message>
        <source>The change does not follow what is known here; the whole is needed.</source>
        <translation>Die Änderung schließt nicht an den hier bekannten Stand an; der vollständige Stand ist nötig.</translation>
    </message>
    <message>
        <source>This client is not known.</source>
        <translation>Dieser Client ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The client is not connected.</source>
        <translation>Der Client ist nicht verbunden.</translation>
    </message>
    <message>
        <source>The connection was closed because it did not read fast enough.</source>
        <translation>Die Verbindung wurde geschlossen, weil sie nicht schnell genug las.</translation>
    </message>
    <message>
        <source>This lease has ended ({cause}). Nothing was changed.</source>
        <translation>Diese Belegung ist beendet ({cause}). Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>No context is available now.</source>
        <translation>Derzeit ist kein Kontext verfügbar.</translation>
    </message>
    <message>
        <source>No known client could ever satisfy this request.</source>
        <translation>Kein bekannter Client könnte diese Anfrage je erfüllen.</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>Die Anfrage wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The time ran out before it happened.</source>
        <translation>Die Zeit lief ab, bevor es dazu kam.</translation>
    </message>
    <message>
        <source>The queue of waiting requests is full ({limit}). Try again in {retryAfterMs} ms.</source>
        <translation>Die Warteschlange der Anfragen ist voll ({limit}). Neuer Versuch in {retryAfterMs} ms möglich.</translation>
    </message>
    <message>
        <source>This request id was already used for another request.</source>
        <translation>Diese Anfrage-ID wurde bereits für eine andere Anfrage verwendet.</translation>
    </message>
    <message>
        <source>A lease can be tied only to a socket, not to a single HTTP request.</source>
        <translation>Eine Belegung kann nur an einen Socket gebunden werden, nicht an eine einzelne HTTP-Anfrage.</translation>
    </message>
    <message>
        <source>There is no such context.</source>
        <translation>Diesen Kontext gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such window.</source>
        <translation>Dieses Fenster gibt es nicht.</translation>
    </message>
    <message>
        <source>Nothing was done: the context is now held by task {task} (fence {fence}).</source>
        <translation>Nichts wurde getan: Der Kontext ist jetzt von Aufgabe {task} belegt (Fence {fence}).</translation>
    </message>
    <message>
        <source>Nothing was done: the client has connected again since (generation {generation}).</source>
        <translation>Nichts wurde getan: Der Client hat sich inzwischen neu verbunden (Generation {generation}).</translation>
    </message>
    <message>
        <source>It is draining and takes nothing new.</source>
        <translation>Wird leergefahren und nimmt nichts Neues an.</translation>
    </message>
    <message>
        <source>Creating a context is switched off for this request.</source>
        <translation>Das Erzeugen eines Kontexts ist für diese Anfrage ausgeschaltet.</translation>
    </message>
    <message>
        <source>Nothing can be created: the limit of {limit} {which} is reached ({reported} there, {reserved} being made).</source>
        <translation>Nichts kann erzeugt werden: Die Grenze von {limit} {which} ist erreicht ({reported} vorhanden, {reserved} in Erzeugung).</translation>
    </message>
    <message>
        <source>The client refused to create a context: {reason}.</source>
        <translation>Der Client hat das Erzeugen eines Kontexts abgelehnt: {reason}.</translation>
    </message>
    <message>
        <source>The client did not show the new context in time.</source>
        <translation>Der Client hat den neuen Kontext nicht rechtzeitig gezeigt.</translation>
    </message>
    <message>
        <source>Another node creates contexts for this client: {owner}.</source>
        <translation>Ein anderer Knoten erzeugt Kontexte für diesen Client: {owner}.</translation>
    </message>
    <message>
        <source>The lease ended before the command could be sent; it was not sent.</source>
        <translation>Die Belegung endete, bevor der Befehl gesendet werden konnte; er wurde nicht gesendet.</translation>
    </message>
    <message>
        <source>This command id was already used with other content.</source>
        <translation>Diese Befehls-ID wurde bereits mit anderem Inhalt verwendet.</translation>
    </message>
    <message>
        <source>Nothing is known of this command: it was never admitted or its record has gone.</source>
        <translation>Über diesen Befehl ist nichts bekannt: Er wurde nie angenommen, oder sein Eintrag ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>The history of commands is full of live ones; no new command is admitted.</source>
        <translation>Der Befehlsverlauf ist voll mit laufenden Befehlen; kein neuer Befehl wird angenommen.</translation>
    </message>
    <message>
        <source>The payload is no longer kept.</source>
        <translation>Die Nutzdaten werden nicht mehr aufbewahrt.</translation>
    </message>
    <message>
        <source>The tab is gone.</source>
        <translation>Der Tab ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>The page crashed.</source>
        <translation>Die Seite ist abgestürzt.</translation>
    </message>
    <message>
        <source>The page could not be opened: {reason}.</source>
        <translation>Die Seite konnte nicht geöffnet werden: {reason}.</translation>
    </message>
    <message>
        <source>The script failed: {reason}.</source>
        <translation>Das Skript ist fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>This page or address may not be driven: {reason}.</source>
        <translation>Diese Seite oder Adresse darf nicht gesteuert werden: {reason}.</translation>
    </message>
    <message>
        <source>The command belongs to another epoch of the browser.</source>
        <translation>Der Befehl gehört zu einer anderen Epoche des Browsers.</translation>
    </message>
    <message>
        <source>The deadline passed before the command could be sent; it was not sent.</source>
        <translation>Die Frist verstrich, bevor der Befehl gesendet werden konnte; er wurde nicht gesendet.</translation>
    </message>
    <message>
        <source>The command was sent, but its outcome is not known.</source>
        <translation>Der Befehl wurde gesendet, sein Ausgang ist aber unbekannt.</translation>
    </message>
    <message>
        <source>The node is not ready yet.</source>
        <translation>Der Knoten ist noch nicht bereit.</translation>
    </message>
    <message>
        <source>The node is going down.</source>
        <translation>Der Knoten fährt herunter.</translation>
    </message>
    <message>
        <source>{address} is in use by another program. Choose another with --listen.</source>
        <translation>{address} wird von einem anderen Programm verwendet. Mit --listen eine andere Adresse wählen.</translation>
    </message>
    <message>
        <source>A live node already bears the id {node}. Choose another with --node-id.</source>
        <translation>Ein laufender Knoten trägt bereits die ID {node}. Mit --node-id eine andere wählen.</translation>
    </message>
    <message>
        <source>A registry in memory serves one process, so it needs all roles: app,rest,websocket.</source>
        <translation>Eine Registry im Speicher dient nur einem Prozess und braucht daher alle Rollen: app,rest,websocket.</translation>
    </message>
    <message>
        <source>There is nothing at {path}.</source>
        <translation>Unter {path} gibt es nichts.</translation>
    </message>
    <message>
        <source>{method} is not allowed here.</source>
        <translation>{method} ist hier nicht erlaubt.</translation>
    </message>
    <message>
        <source>The registry did not answer; whether it happened is not known. Ask again with the same request id.</source>
        <translation>Die Registry hat nicht geantwortet; ob es geschehen ist, ist unbekannt. Mit derselben Anfrage-ID erneut anfragen.</translation>
    </message>
    <message>
        <source>No Chromium was found. Install the package chromium or name it with --chromium PATH.</source>
        <translation>Kein Chromium gefunden. Das Paket chromium installieren oder mit --chromium PATH angeben.</translation>
    </message>
    <message>
        <source>Chromium did not start: {reason}.</source>
        <translation>Chromium ist nicht gestartet: {reason}.</translation>
    </message>
    <message>
        <source>{what} failed: {reason}.</source>
        <translation>{what} fehlgeschlagen: {reason}.</translation>
    </message>
    <message>
        <source>Something went wrong inside; the log of the node tells more.</source>
        <translation>Intern ist etwas schiefgegangen; mehr dazu im Log des Knotens.</translation>
    </message>
    <message>
        <source>other kind of client</source>
        <translation>andere Art von Client</translation>
    </message>
    <message>
        <source>other client</source>
        <translation>anderer Client</translation>
    </message>
    <message>
        <source>metadata do not fit</source>
        <translation>Metadaten passen nicht</translation>
    </message>
    <message>
        <source>client disconnected</source>
        <translation>Client getrennt</translation>
    </message>
    <message>
        <source>node draining</source>
        <translation>Knoten wird leergefahren</translation>
    </message>
    <message>
        <source>client draining</source>
        <translation>Client wird leergefahren</translation>
    </message>
    <message>
        <source>not in the window</source>
        <translation>nicht im Fenster</translation>
    </message>
    <message>
        <source>window draining</source>
        <translation>Fenster wird leergefahren</translation>
    </message>
    <message>
        <source>held for another request</source>
        <translation>für eine andere Anfrage zurückgehalten</translation>
    </message>
    <message>
        <source>assigned</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>settling</source>
        <translation>in Klärung</translation>
    </message>
    <message>
        <source>not live</source>
        <translation>nicht aktiv</translation>
    </message>
    <message>
        <source>an earlier request waits for it</source>
        <translation>eine frühere Anfrage wartet darauf</translation>
    </message>
    <message>
        <source>the client is of kind {actual}, wanted {wanted}</source>
        <translation>der Client ist von der Art {actual}, verlangt ist {wanted}</translation>
    </message>
    <message>
        <source>the client is {actual}, wanted {wanted}</source>
        <translation>der Client ist {actual}, verlangt ist {wanted}</translation>
    </message>
    <message>
        <source>{subject} is {actual}, wanted {wanted}</source>
        <translation>{subject} ist {actual}, verlangt ist {wanted}</translation>
    </message>
    <message>
        <source>the client is disconnected</source>
        <translation>der Client ist getrennt</translation>
    </message>
    <message>
        <source>the client&apos;s node {subject} is draining</source>
        <translation>der Knoten {subject} des Clients wird leergefahren</translation>
    </message>
    <message>
        <source>the client is draining</source>
        <translation>der Client wird leergefahren</translation>
    </message>
    <message>
        <source>it is in window {actual}, wanted {wanted}</source>
        <translation>liegt im Fenster {actual}, verlangt ist {wanted}</translation>
    </message>
    <message>
        <source>the window is draining</source>
        <translation>das Fenster wird leergefahren</translation>
    </message>
    <message>
        <source>it is held for request {subject}</source>
        <translation>für Anfrage {subject} zurückgehalten</translation>
    </message>
    <message>
        <source>assigned to {subject}</source>
        <translation>von {subject} belegt</translation>
    </message>
    <message>
        <source>settling on command {subject}</source>
        <translation>in Klärung wegen Befehl {subject}</translation>
    </message>
    <message>
        <source>the page is {actual}</source>
        <translation>Zustand der Seite: {actual}</translation>
    </message>
    <message>
        <source>request {subject} waits for it and was first</source>
        <translation>Anfrage {subject} wartet darauf und war früher</translation>
    </message>
    <message>
        <source>A new context could be made by node {owner}.</source>
        <translation>Knoten {owner} könnte einen neuen Kontext erzeugen.</translation>
    </message>
    <message>
        <source>Creating one was not asked for (auto-provision is off).</source>
        <translation>Das Erzeugen wurde nicht verlangt (auto-provision ist aus).</translation>
    </message>
    <message>
        <source>This node does not create contexts ({owner} does).</source>
        <translation>Dieser Knoten erzeugt keine Kontexte (sondern {owner}).</translation>
    </message>
    <message>
        <source>No connected client fits that could create one.</source>
        <translation>Kein passender verbundener Client könnte einen erzeugen.</translation>
    </message>
    <message>
        <source>Creation is at the limit of windows: {reported} there, {reserved} being made, {limit} allowed.</source>
        <translation>Die Erzeugung ist an der Grenze der Fenster: {reported} vorhanden, {reserved} in Erzeugung, {limit} erlaubt.</translation>
    </message>
    <message>
        <source>Creation is at the limit of tabs: {reported} there, {reserved} being made, {limit} allowed.</source>
        <translation>Die Erzeugung ist an der Grenze der Tabs: {reported} vorhanden, {reserved} in Erzeugung, {limit} erlaubt.</translation>
    </message>
    <message>
        <source>Creation is at the limit of tabs per window: {reported} there, {reserved} being made, {limit} allowed.</source>
        <translation>Die Erzeugung ist an der Grenze der Tabs je Fenster: {reported} vorhanden, {reserved} in Erzeugung, {limit} erlaubt.</translation>
    </message>
    <message>
        <source>Creation is at the limit of flows: {reported} there, {reserved} being made, {limit} allowed.</source>
        <translation>Die Erzeugung ist an der Grenze der Flows: {reported} vorhanden, {reserved} in Erzeugung, {limit} erlaubt.</translation>
    </message>
    <message>
        <source>Every client that could create one is draining.</source>
        <translation>Alle Clients, die einen erzeugen könnten, werden leergefahren.</translation>
    </message>
    <message>
        <source>Creation: {code}.</source>
        <translation>Erzeugung: {code}.</translation>
    </message>
    <message>
        <source>Wait: the next lease may end in {remaining}.</source>
        <translation>Warten: Die nächste Belegung endet möglicherweise in {remaining}.</translation>
    </message>
    <message numerus="yes">
        <source>Dropping the condition {condition} would free {unlocks}.</source>
        <translation>
            <numerusform>Ohne die Bedingung {condition} würde {unlocks} Kontext verfügbar.</numerusform>
            <numerusform>Ohne die Bedingung {condition} würden {unlocks} Kontexte verfügbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Connecting client {client} would free {unlocks}.</source>
        <translation>
            <numerusform>Mit Client {client} verbunden würde {unlocks} Kontext verfügbar.</numerusform>
            <numerusform>Mit Client {client} verbunden würden {unlocks} Kontexte verfügbar.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undoing the drain of {target} would free {unlocks}.</source>
        <translation>
            <numerusform>Würde das Leerfahren beendet ({target}), würde {unlocks} Kontext verfügbar.</numerusform>
            <numerusform>Würde das Leerfahren beendet ({target}), würden {unlocks} Kontexte verfügbar.</numerusform>
        </translation>
    </message>
    <message>
        <source>Allowing creation (--auto-provision) would make one.</source>
        <translation>Mit erlaubter Erzeugung (--auto-provision) würde einer erzeugt.</translation>
    </message>
    <message>
        <source>Raising the limit of {which} (now {limit}) would allow one more.</source>
        <translation>Eine höhere Grenze für {which} (jetzt {limit}) würde einen weiteren erlauben.</translation>
    </message>
    <message>
        <source>Settling {context} by hand would free it, if its last command {command} is known to be over.</source>
        <translation>{context} von Hand zu klären würde den Kontext verfügbar machen, sofern sein letzter Befehl {command} sicher vorüber ist.</translation>
    </message>
    <message numerus="yes">
        <source>Accepting pages that are not live would free {unlocks}.</source>
        <translation>
            <numerusform>Würden auch nicht aktive Seiten akzeptiert, würde {unlocks} Kontext verfügbar.</numerusform>
            <numerusform>Würden auch nicht aktive Seiten akzeptiert, würden {unlocks} Kontexte verfügbar.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask node {owner}, which may create one.</source>
        <translation>Knoten {owner} fragen, der einen erzeugen darf.</translation>
    </message>
    <message>
        <source>Connect a client that fits.</source>
        <translation>Einen passenden Client verbinden.</translation>
    </message>
    <message>
        <source>{task} acquired {context}</source>
        <translation>{task} hat {context} belegt</translation>
    </message>
    <message>
        <source>{task} got nothing: {reason}</source>
        <translation>{task} hat nichts erhalten: {reason}</translation>
    </message>
    <message>
        <source>{task} renewed {context}</source>
        <translation>{task} hat {context} verlängert</translation>
    </message>
    <message>
        <source>{task} no longer holds {context}: {cause}</source>
        <translation>{task} belegt {context} nicht mehr: {cause}</translation>
    </message>
    <message>
        <source>client {client} started epoch {epoch}</source>
        <translation>Client {client} hat Epoche {epoch} begonnen</translation>
    </message>
    <message>
        <source>client {client} connected</source>
        <translation>Client {client} verbunden</translation>
    </message>
    <message>
        <source>client {client} disconnected</source>
        <translation>Client {client} getrennt</translation>
    </message>
    <message>
        <source>client {client} was removed</source>
        <translation>Client {client} wurde entfernt</translation>
    </message>
    <message>
        <source>window {window} opened on {client}</source>
        <translation>Fenster {window} auf {client} geöffnet</translation>
    </message>
    <message>
        <source>window {window} closed on {client}</source>
        <translation>Fenster {window} auf {client} geschlossen</translation>
    </message>
    <message>
        <source>{context} opened on {client}</source>
        <translation>{context} auf {client} geöffnet</translation>
    </message>
    <message>
        <source>{context} closed on {client}</source>
        <translation>{context} auf {client} geschlossen</translation>
    </message>
    <message>
        <source>{context} is now {health}</source>
        <translation>Zustand von {context} ist jetzt: {health}</translation>
    </message>
    <message>
        <source>creating a context on {client} for {request}</source>
        <translation>Kontext wird auf {client} für {request} erzeugt</translation>
    </message>
    <message>
        <source>creation {provision} on {client} ended</source>
        <translation>Erzeugung {provision} auf {client} beendet</translation>
    </message>
    <message>
        <source>drain of {target} started by {by}</source>
        <translation>Leerfahren von {target} begonnen durch {by}</translation>
    </message>
    <message>
        <source>drain of {target}: {state}</source>
        <translation>Leerfahren von {target}: {state}</translation>
    </message>
    <message>
        <source>{context} settles on {command}</source>
        <translation>{context} in Klärung wegen {command}</translation>
    </message>
    <message>
        <source>{context} settled</source>
        <translation>{context} geklärt</translation>
    </message>
    <message>
        <source>command {command} ({kind}) admitted for {task}</source>
        <translation>Befehl {command} ({kind}) für {task} angenommen</translation>
    </message>
    <message>
        <source>command {command} ended: {outcome}</source>
        <translation>Befehl {command} beendet: {outcome}</translation>
    </message>
    <message>
        <source>{by}: {action}</source>
        <translation>{by}: {action}</translation>
    </message>
    <message>
        <source>node {node} started</source>
        <translation>Knoten {node} gestartet</translation>
    </message>
    <message>
        <source>node {node} stopped</source>
        <translation>Knoten {node} gestoppt</translation>
    </message>
    <message>
        <source>{component} failed: {reason}</source>
        <translation>{component} ausgefallen: {reason}</translation>
    </message>
    <message>
        <source>{component} works</source>
        <translation>{component} läuft</translation>
    </message>
    <message>
        <source>input refused: {code}</source>
        <translation>Eingabe abgelehnt: {code}</translation>
    </message>
    <message>
        <source>The setting {setting} ({value}) must not be below {other} ({otherValue}).</source>
        <translation>Die Einstellung {setting} ({value}) darf nicht unter {other} ({otherValue}) liegen.</translation>
    </message>
    <message>
        <source>The setting {setting} cannot be {value}: it must not be negative.</source>
        <translation>Die Einstellung {setting} kann nicht {value} sein: Sie darf nicht negativ sein.</translation>
    </message>
    <message>
        <source>The setting {setting} cannot be {value}: it must be above zero.</source>
        <translation>Die Einstellung {setting} kann nicht {value} sein: Sie muss größer als null sein.</translation>
    </message>
    <message>
        <source>The setting {setting} cannot be {value}.</source>
        <translation>Die Einstellung {setting} kann nicht {value} sein.</translation>
    </message>
    <message>
        <source>The node is newer than this program, which speaks protocol version {version}. Update this program.</source>
        <translation>Der Knoten ist neuer als dieses Programm, das Protokollversion {version} spricht. Dieses Programm aktualisieren.</translation>
    </message>
    <message>
        <source>The node is older than this program: it speaks protocol version {supported}, not {version}. Update the node.</source>
        <translation>Der Knoten ist älter als dieses Programm: Er spricht Protokollversion {supported}, nicht {version}. Den Knoten aktualisieren.</translation>
    </message>
    <message>
        <source>The node does not speak protocol version {version}. It is another version, or no Cheetah node.</source>
        <translation>Der Knoten spricht Protokollversion {version} nicht. Er hat eine andere Version oder ist kein Cheetah-Knoten.</translation>
    </message>
    <message>
        <source>it is not current</source>
        <translation>nicht aktuell</translation>
    </message>
    <message>
        <source>The context is now held by task {task}.</source>
        <translation>Der Kontext ist jetzt von Aufgabe {task} belegt.</translation>
    </message>
    <message>
        <source>No context: this user has none.</source>
        <translation>Kein Kontext: Dieser Benutzer hat keinen.</translation>
    </message>
    <message numerus="yes">
        <source>{fitting} of {candidates} contexts fit.</source>
        <translation>
            <numerusform>{fitting} von {candidates} Kontexten passt.</numerusform>
            <numerusform>{fitting} von {candidates} Kontexten passen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No context: {candidates} candidates</source>
        <translation>
            <numerusform>Kein Kontext: {candidates} Kandidat</numerusform>
            <numerusform>Kein Kontext: {candidates} Kandidaten</numerusform>
        </translation>
    </message>
    <message>
        <source>not set</source>
        <translation>nicht gesetzt</translation>
    </message>
    <message>
        <source>, for at most {remaining}</source>
        <translation>, noch höchstens {remaining}</translation>
    </message>
    <message>
        <source>released</source>
        <translation>freigegeben</translation>
    </message>
    <message>
        <source>not renewed in time</source>
        <translation>nicht rechtzeitig verlängert</translation>
    </message>
    <message>
        <source>the client disconnected</source>
        <translation>Client getrennt</translation>
    </message>
    <message>
        <source>the tab is gone</source>
        <translation>Tab nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>the browser restarted</source>
        <translation>Browser neu gestartet</translation>
    </message>
    <message>
        <source>the client was removed</source>
        <translation>Client entfernt</translation>
    </message>
    <message>
        <source>released by an operator</source>
        <translation>von einem Operator freigegeben</translation>
    </message>
    <message>
        <source>held for the longest time allowed</source>
        <translation>längste erlaubte Zeit belegt</translation>
    </message>
    <message>
        <source>the requester is gone</source>
        <translation>Anfordernder nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>the request was cancelled</source>
        <translation>Anfrage abgebrochen</translation>
    </message>
    <message>
        <source>drained</source>
        <translation>leergefahren</translation>
    </message>
    <message>
        <source>Admitted, not sent yet.</source>
        <translation>Angenommen, noch nicht gesendet.</translation>
    </message>
    <message>
        <source>Sent; the outcome is not known yet. An idle tab does not prove that it stopped.</source>
        <translation>Gesendet; der Ausgang ist noch unbekannt. Ein freier Tab beweist nicht, dass der Befehl beendet ist.</translation>
    </message>
    <message>
        <source>It was carried out and its result is kept.</source>
        <translation>Ausgeführt, das Ergebnis ist aufbewahrt.</translation>
    </message>
    <message>
        <source>The client answered with an error.</source>
        <translation>Der Client hat mit einem Fehler geantwortet.</translation>
    </message>
    <message>
        <source>It was sent, but no result came. It may or may not have happened; an idle tab does not prove that it stopped.</source>
        <translation>Gesendet, aber es kam kein Ergebnis. Möglicherweise ist es geschehen, möglicherweise nicht; ein freier Tab beweist nicht, dass der Befehl beendet ist.</translation>
    </message>
    <message>
        <source>live</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>unresponsive</source>
        <translation>reagiert nicht</translation>
    </message>
    <message>
        <source>such an address is not opened</source>
        <translation>eine solche Adresse wird nicht geöffnet</translation>
    </message>
    <message>
        <source>the window takes no tabs</source>
        <translation>das Fenster nimmt keine Tabs auf</translation>
    </message>
    <message>
        <source>it was not opened by this client</source>
        <translation>das wurde nicht von diesem Client geöffnet</translation>
    </message>
    <message>
        <source>it said that it opened one, and showed none</source>
        <translation>ein neuer wurde gemeldet, aber keiner angezeigt</translation>
    </message>
    <message>
        <source>it names no user</source>
        <translation>kein Benutzer ist genannt</translation>
    </message>
    <message>
        <source>it names no task</source>
        <translation>keine Aufgabe ist genannt</translation>
    </message>
    <message>
        <source>a time is negative</source>
        <translation>eine Zeit ist negativ</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>der Datenträger ist voll</translation>
    </message>
    <message>
        <source>nothing answers at this address</source>
        <translation>unter dieser Adresse antwortet nichts</translation>
    </message>
    <message>
        <source>there is no machine of this name</source>
        <translation>einen Rechner dieses Namens gibt es nicht</translation>
    </message>
    <message>
        <source>none is running under this account</source>
        <translation>unter diesem Konto läuft keiner</translation>
    </message>
    <message>
        <source>it was lost</source>
        <translation>sie ging verloren</translation>
    </message>
    <message>
        <source>the other side closed it</source>
        <translation>die Gegenseite hat sie geschlossen</translation>
    </message>
    <message>
        <source>release by hand</source>
        <translation>Freigabe von Hand</translation>
    </message>
    <message>
        <source>disconnect</source>
        <translation>Trennen</translation>
    </message>
    <message>
        <source>drain</source>
        <translation>Leerfahren</translation>
    </message>
    <message>
        <source>undo drain</source>
        <translation>Leerfahren beendet</translation>
    </message>
    <message>
        <source>settle</source>
        <translation>Klären</translation>
    </message>
    <message>
        <source>draining</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>over its deadline, what was left stays</source>
        <translation>Frist abgelaufen, der Rest bleibt</translation>
    </message>
    <message>
        <source>over its deadline, what was left was ended</source>
        <translation>Frist abgelaufen, der Rest wurde beendet</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>aufgehoben</translation>
    </message>
    <message>
        <source>with a result</source>
        <translation>mit Ergebnis</translation>
    </message>
    <message>
        <source>with an error</source>
        <translation>mit Fehler</translation>
    </message>
    <message>
        <source>not sent, the lease was over</source>
        <translation>nicht gesendet, die Belegung war vorüber</translation>
    </message>
    <message>
        <source>not sent, its time was over</source>
        <translation>nicht gesendet, seine Zeit war um</translation>
    </message>
    <message>
        <source>nobody knows how</source>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>windows</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>tabs per window</source>
        <translation>Tabs je Fenster</translation>
    </message>
    <message>
        <source>flows</source>
        <translation>Flows</translation>
    </message>
    <message>
        <source>The connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>The file {path} holds a secret and can be read by others. Run: chmod 600 {path}</source>
        <translation>Die Datei {path} enthält ein Geheimnis und ist für andere lesbar. Abhilfe: chmod 600 {path}</translation>
    </message>
    <message>
        <source>Listening on {address} would be open to other machines without encryption. Give the node a certificate (tls-cert and tls-key), name the proxies that encrypt for it (trusted-proxies), or listen on 127.0.0.1.</source>
        <translation>Unter {address} wäre der Knoten unverschlüsselt für andere Rechner offen. Dem Knoten ein Zertifikat geben (tls-cert und tls-key), die Proxys nennen, die für ihn verschlüsseln (trusted-proxies), oder auf 127.0.0.1 lauschen.</translation>
    </message>
    <message>
        <source>Redis is full and takes no more; nothing was changed. Raise its maxmemory or end what holds it.</source>
        <translation>Redis ist voll und nimmt nichts mehr an; nichts wurde geändert. maxmemory erhöhen oder beenden, was den Speicher belegt.</translation>
    </message>
    <message>
        <source>This Redis only reads; nothing was changed. A failover may be under way: ask again.</source>
        <translation>Dieser Redis liest nur; nichts wurde geändert. Womöglich läuft gerade ein Failover: erneut anfragen.</translation>
    </message>
    <message>
        <source>Redis refuses the user or password of this node.</source>
        <translation>Redis lehnt Benutzer oder Passwort dieses Knotens ab.</translation>
    </message>
    <message>
        <source>Redis does not permit this node what it needs: {reason}. Widen the ACL of its user.</source>
        <translation>Redis erlaubt diesem Knoten nicht, was er braucht: {reason}. Die ACL seines Benutzers erweitern.</translation>
    </message>
    <message>
        <source>Redis refused the step with {prefix}; the log of the node tells more.</source>
        <translation>Redis hat den Schritt mit {prefix} abgelehnt; mehr steht im Log des Knotens.</translation>
    </message>
    <message>
        <source>Reading {path}</source>
        <translation>Lesen von {path}</translation>
    </message>
    <message>
        <source>Nothing was done: the context now waits for the end of another command ({command}).</source>
        <translation>Nichts wurde getan: Der Tab wartet inzwischen auf das Ende eines anderen Befehls ({command}).</translation>
    </message>
    <message>
        <source>change a setting of the deployment</source>
        <translation>Einstellung des Deployments ändern</translation>
    </message>
    <message>
        <source>See whether Redis runs and can be reached from this node&apos;s machine.</source>
        <translation>Nachsehen, ob Redis läuft und vom Rechner dieses Knotens aus erreichbar ist.</translation>
    </message>
    <message>
        <source>Give the node the user and password that Redis knows: --registry, --redis-password-file.</source>
        <translation>Dem Knoten Benutzer und Passwort geben, die Redis kennt: --registry, --redis-password-file.</translation>
    </message>
    <message>
        <source>Give Redis more memory (maxmemory), or end what fills it.</source>
        <translation>Redis mehr Speicher geben (maxmemory) oder beenden, was ihn füllt.</translation>
    </message>
    <message>
        <source>See which Redis is the master: this one only reads. A failover may be under way.</source>
        <translation>Nachsehen, welches Redis der Master ist: dieses liest nur. Vielleicht wird gerade umgeschaltet.</translation>
    </message>
    <message>
        <source>Widen the ACL of the node&apos;s Redis user: functions, streams and publishing are needed.</source>
        <translation>Die ACL des Redis-Benutzers dieses Knotens erweitern: gebraucht werden Funktionen, Streams und Veröffentlichen.</translation>
    </message>
    <message>
        <source>Nothing: the node is coming up or going down.</source>
        <translation>Nichts: der Knoten startet oder fährt herunter.</translation>
    </message>
    <message>
        <source>Raise evidence-entries, shorten evidence-retention, or end commands that hang.</source>
        <translation>evidence-entries erhöhen, evidence-retention verkürzen oder hängende Befehle beenden.</translation>
    </message>
    <message>
        <source>End the program that has the port, or give the node another with --listen.</source>
        <translation>Das Programm beenden, das den Port hat, oder dem Knoten mit --listen einen anderen geben.</translation>
    </message>
    <message>
        <source>Wait until older results are dropped; evidence-retention says after how long.</source>
        <translation>Warten, bis ältere Ergebnisse verworfen werden; evidence-retention sagt, nach welcher Zeit.</translation>
    </message>
    <message>
        <source>Start the node with --advertised-url, so that others know where it is.</source>
        <translation>Den Knoten mit --advertised-url starten, damit andere wissen, wo er ist.</translation>
    </message>
    <message>
        <source>Put a valid certificate and its key where tls-cert and tls-key say; it is read at once.</source>
        <translation>Ein gültiges Zertifikat samt Schlüssel dorthin legen, wo tls-cert und tls-key es sagen; es wird sofort gelesen.</translation>
    </message>
    <message>
        <source>Set the clock of that machine; a time service such as chrony keeps it right.</source>
        <translation>Die Uhr jenes Rechners stellen; ein Zeitdienst wie chrony hält sie richtig.</translation>
    </message>
    <message>
        <source>Listener</source>
        <translation>Listener</translation>
    </message>
    <message>
        <source>Registry</source>
        <translation>Registry</translation>
    </message>
    <message>
        <source>Messages between nodes</source>
        <translation>Nachrichten zwischen Knoten</translation>
    </message>
    <message>
        <source>Command history</source>
        <translation>Befehlsverlauf</translation>
    </message>
    <message>
        <source>Store of large results</source>
        <translation>Ergebnisablage</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Advertised URL</source>
        <translation>Bekannt gegebene URL</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>Zertifikat</translation>
    </message>
    <message>
        <source>This node keeps its fleet in memory, so no record is shared: its own options hold. Start it again with --{setting}.</source>
        <translation>Dieser Knoten hält seinen Bestand im Speicher; geteilte Einstellungen gibt es nicht, es gelten seine eigenen Optionen. Mit --{setting} neu starten.</translation>
    </message>
    <message>
        <source>The clock of this machine differs from the registry&apos;s by {offset}.</source>
        <translation>Die Uhr dieses Rechners weicht um {offset} von der der Registry ab.</translation>
    </message>
    <message>
        <source>Start the node.</source>
        <translation>Den Knoten starten.</translation>
    </message>
    <message>
        <source>Nothing: it is tried again by itself.</source>
        <translation>Nichts: es wird von selbst erneut versucht.</translation>
    </message>
    <message>
        <source>See the log of the node for why its listener ended; it is tried again by itself.</source>
        <translation>Im Protokoll des Knotens nachsehen, warum sein Listener endete; es wird von selbst erneut versucht.</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Dienst</translation>
    </message>
    <message>
        <source>Node {owner} creates contexts for client {client} at present, so this node does not.</source>
        <translation>Zurzeit erzeugt Knoten {owner} Kontexte für Client {client}, daher tut dieser Knoten es nicht.</translation>
    </message>
    <message>
        <source>This node does not create contexts.</source>
        <translation>Dieser Knoten erzeugt keine Kontexte.</translation>
    </message>
    <message>
        <source>Of {tried} that seemed free the registry gave none; the last one: {why}.</source>
        <translation>Von {tried}, die frei schienen, gab die Registry keinen heraus; beim letzten: {why}.</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>assigned</source>
        <translation>belegt</translation>
    </message>
    <message>
        <source>settling</source>
        <translation>in Klärung</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>unavailable</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message>
        <source>held</source>
        <translation>zurückgehalten</translation>
    </message>
    <message>
        <source>draining</source>
        <translation>wird leergefahren</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>live</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>abgestürzt</translation>
    </message>
    <message>
        <source>discarded</source>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>unresponsive</source>
        <translation>reagiert nicht</translation>
    </message>
    <message>
        <source>browser</source>
        <translation>Browser</translation>
    </message>
    <message>
        <source>console</source>
        <translation>Konsole</translation>
    </message>
    <message>
        <source>web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>mobile</source>
        <translation>mobil</translation>
    </message>
    <message>
        <source>%1 d %2</source>
        <translation>%1 d %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 d</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::AboutDialog</name>
    <message>
        <source>About Cheetah</source>
        <translation>Über Cheetah</translation>
    </message>
    <message>
        <source>A cheetah&apos;s face within a ring</source>
        <translation>Gesicht eines Geparden in einem Ring</translation>
    </message>
    <message>
        <source>Cheetah</source>
        <comment>the program</comment>
        <translation>Cheetah</translation>
    </message>
    <message>
        <source>Version %1, with Qt %2</source>
        <translation>Version %1, mit Qt %2</translation>
    </message>
    <message>
        <source>Leases on browser tabs for tasks that share them: who holds what, for how long, and what became of a command.</source>
        <translation>Belegungen von Browser-Tabs für Aufgaben, die sie gemeinsam nutzen: wer was belegt, wie lange, und was aus einem Befehl wurde.</translation>
    </message>
    <message>
        <source>The console is licensed under the GNU General Public License, version 3 or later; engine and programs without a window under the Apache License, version 2.0. It uses Qt (LGPL 3), QCustomPlot (GPL 3), simdjson and hiredis. It comes without any warranty.</source>
        <translation>Die Konsole steht unter der GNU General Public License, Version 3 oder später; die Engine und die Programme ohne Fenster unter der Apache License, Version 2.0. Verwendet werden Qt (LGPL 3), QCustomPlot (GPL 3), simdjson und hiredis. Es besteht keinerlei Gewährleistung.</translation>
    </message>
    <message>
        <source>Copy version</source>
        <translation>Version kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <comment>button</comment>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::AddBrowserDialog</name>
    <message>
        <source>This is a demo: there is no node that a browser could serve.</source>
        <translation>Dies ist eine Demo: Es gibt keinen Knoten, den ein Browser bedienen könnte.</translation>
    </message>
    <message>
        <source>The node does not listen yet.</source>
        <translation>Der Knoten nimmt noch keine Verbindungen an.</translation>
    </message>
    <message>
        <source>File with a client token</source>
        <translation>Datei mit einem Client-Token</translation>
    </message>
    <message>
        <source>Line %1 of the metadata is not of the form key=value.</source>
        <translation>Zeile %1 der Metadaten hat nicht die Form Schlüssel=Wert.</translation>
    </message>
    <message>
        <source>The program cheetah-browser was found neither beside this program nor in PATH. Install it to start browsers from here.</source>
        <translation>Das Programm cheetah-browser wurde weder neben diesem Programm noch im PATH gefunden. Zum Starten von Browsern installieren.</translation>
    </message>
    <message>
        <source>A user is needed: 1 to 128 bytes.</source>
        <translation>Ein Benutzer ist nötig: 1 bis 128 Byte.</translation>
    </message>
    <message>
        <source>A client id is needed: 1 to 128 bytes.</source>
        <translation>Eine Client-ID ist nötig: 1 bis 128 Byte.</translation>
    </message>
    <message>
        <source>A client with this id is connected already. Choose another id.</source>
        <translation>Ein Client mit dieser ID ist bereits verbunden. Eine andere ID wählen.</translation>
    </message>
    <message>
        <source>A file with a token of scope “client” is needed, for this console was given its token as text.</source>
        <translation>Nötig ist eine Datei mit einem Token der Berechtigung „client“, denn diese Konsole erhielt ihr Token als Text.</translation>
    </message>
    <message>
        <source>There is no file %1.</source>
        <translation>Die Datei %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>Add a browser</source>
        <translation>Browser hinzufügen</translation>
    </message>
    <message>
        <source>Starts a Chromium on this machine that serves its tabs to the node at %1.</source>
        <translation>Startet auf diesem Rechner ein Chromium, das seine Tabs dem Knoten unter %1 bereitstellt.</translation>
    </message>
    <message>
        <source>The node at %1 runs on another machine. The browser runs here, on this machine, and serves its tabs to the node over the network.</source>
        <translation>Der Knoten unter %1 läuft auf einem anderen Rechner. Der Browser läuft hier, auf diesem Rechner, und stellt seine Tabs dem Knoten über das Netzwerk bereit.</translation>
    </message>
    <message>
        <source>&amp;User:</source>
        <translation>Ben&amp;utzer:</translation>
    </message>
    <message>
        <source>&amp;Client id:</source>
        <translation>&amp;Client-ID:</translation>
    </message>
    <message>
        <source>&amp;Windows:</source>
        <translation>&amp;Fenster:</translation>
    </message>
    <message>
        <source>&amp;Tabs per window:</source>
        <translation>&amp;Tabs je Fenster:</translation>
    </message>
    <message>
        <source>&amp;Metadata:</source>
        <translation>&amp;Metadaten:</translation>
    </message>
    <message>
        <source>One key=value a line, such as region=eu</source>
        <translation>Je Zeile ein Schlüssel=Wert, etwa region=eu</translation>
    </message>
    <message>
        <source>&amp;Headless: without windows on the screen</source>
        <translation>&amp;Headless: ohne Fenster auf dem Bildschirm</translation>
    </message>
    <message>
        <source>&amp;Headless, for there is no display here</source>
        <translation>&amp;Headless, da hier kein Display vorhanden ist</translation>
    </message>
    <message>
        <source>&amp;Keep running when the console closes</source>
        <translation>Beim Schließen der Konsole &amp;weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Token &amp;file:</source>
        <translation>T&amp;oken-Datei:</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>File with a token of scope “client”</source>
        <translation>Datei mit einem Token der Berechtigung „client“</translation>
    </message>
    <message>
        <source>&amp;Start browser</source>
        <translation>&amp;Browser starten</translation>
    </message>
    <message>
        <source>Started &amp;here:</source>
        <translation>H&amp;ier gestartet:</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>Sto&amp;ppen</translation>
    </message>
    <message>
        <source>Start a&amp;gain</source>
        <translation>E&amp;rneut starten</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>&amp;Log anzeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::AppearancePage</name>
    <message>
        <source>Appearance</source>
        <comment>page of the settings</comment>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>System</source>
        <comment>the system&apos;s theme</comment>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <comment>theme</comment>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <comment>theme</comment>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Light or dark colours. System follows the desktop.</source>
        <translation>Helle oder dunkle Farben. System folgt dem Desktop.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source>Points more or less than the desktop&apos;s own size.</source>
        <translation>Punkte mehr oder weniger als die Größe des Desktops.</translation>
    </message>
    <message>
        <source>0</source>
        <translation>0</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::AssignmentsView</name>
    <message>
        <source>Assignments</source>
        <translation>Belegungen</translation>
    </message>
    <message>
        <source>There are no tabs yet that could be assigned</source>
        <translation>Noch keine Tabs vorhanden, die belegt werden könnten</translation>
    </message>
    <message>
        <source>Add a browser, then take a lease with:  cheetahctl acquire</source>
        <translation>Einen Browser hinzufügen, dann belegen mit:  cheetahctl acquire</translation>
    </message>
    <message>
        <source>Nothing is assigned</source>
        <translation>Nichts ist belegt</translation>
    </message>
    <message>
        <source>Take a lease with:  cheetahctl acquire --user USER --task TASK</source>
        <translation>Belegen mit:  cheetahctl acquire --user USER --task TASK</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::AttentionModel</name>
    <message>
        <source>What needs attention</source>
        <translation>Was Aufmerksamkeit braucht</translation>
    </message>
    <message>
        <source>What helps</source>
        <comment>column: an action</comment>
        <translation>Abhilfe</translation>
    </message>
    <message>
        <source>%1 left</source>
        <comment>time until it comes to a head</comment>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Serious: %1</source>
        <comment>row for screen readers</comment>
        <translation>Ernst: %1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <comment>row for screen readers</comment>
        <translation>Warnung: %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>sentence; how long</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>How long</source>
        <comment>column: already, or still</comment>
        <translation>Wie lange</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::Banner</name>
    <message>
        <source>Details</source>
        <comment>button: shows more about an error</comment>
        <translation>Details</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>button: copies the details of an error</comment>
        <translation>Kopieren</translation>
    </message>
    <message numerus="yes">
        <source>This happened %n time(s) in a row.</source>
        <translation>
            <numerusform>Dies geschah %n-mal.</numerusform>
            <numerusform>Dies geschah %n-mal in Folge.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::BrowserProcess</name>
    <message>
        <source>cheetah-browser could not be started: %1</source>
        <translation>cheetah-browser konnte nicht gestartet werden: %1</translation>
    </message>
    <message>
        <source>It was ended by a signal.</source>
        <translation>Durch ein Signal beendet.</translation>
    </message>
    <message>
        <source>Another client with this name has taken its place.</source>
        <translation>Ein anderer Client mit diesem Namen ist an seine Stelle getreten.</translation>
    </message>
    <message>
        <source>It ended with status %1; its log tells more.</source>
        <translation>Mit Status %1 beendet; mehr dazu im Log.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>It ended; its log tells more.</source>
        <translation>Beendet; mehr dazu im Log.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::BrowsersModel</name>
    <message>
        <source>%1 – %2</source>
        <comment>a browser and how it stands</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>starting; not connected yet</source>
        <translation>startet; noch nicht verbunden</translation>
    </message>
    <message>
        <source>connected; stays when the console closes</source>
        <translation>verbunden; bleibt beim Schließen der Konsole</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>wird gestoppt…</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>ended: %1</source>
        <comment>a reason</comment>
        <translation>beendet: %1</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::Card</name>
    <message>
        <source>%1: %2</source>
        <comment>a card: what is counted, how many</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a card: name with number, note</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::CommandModel</name>
    <message>
        <source>admitted</source>
        <comment>a command&apos;s stage</comment>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>sent</source>
        <comment>a command&apos;s stage</comment>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <comment>a command&apos;s stage</comment>
        <translation>bestätigt</translation>
    </message>
    <message>
        <source>result</source>
        <comment>a command&apos;s outcome</comment>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>error</source>
        <comment>a command&apos;s outcome</comment>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>fenced, not sent</source>
        <comment>a command&apos;s outcome</comment>
        <translation>durch Fence gestoppt, nicht gesendet</translation>
    </message>
    <message>
        <source>expired, not sent</source>
        <comment>a command&apos;s outcome</comment>
        <translation>abgelaufen, nicht gesendet</translation>
    </message>
    <message>
        <source>outcome unknown</source>
        <comment>a command&apos;s outcome</comment>
        <translation>Ausgang unbekannt</translation>
    </message>
    <message>
        <source>%1 of task %2: %3</source>
        <comment>a command</comment>
        <translation>%1 von Aufgabe %2: %3</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>How far</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Admitted</source>
        <translation>Angenommen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::CompletionList</name>
    <message>
        <source>Completions</source>
        <translation>Vervollständigungen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::CompletionModel</name>
    <message>
        <source>%1, %2</source>
        <comment>completion, what it is</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ConfirmDialog</name>
    <message>
        <source>Nothing is left to do.</source>
        <translation>Es bleibt nichts zu tun.</translation>
    </message>
    <message numerus="yes">
        <source>%n of them changed meanwhile and will be left out.</source>
        <translation>
            <numerusform>%n davon hat sich inzwischen geändert und wird ausgelassen.</numerusform>
            <numerusform>%n davon haben sich inzwischen geändert und werden ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Type %1 to confirm:</source>
        <comment>a number</comment>
        <translation>Zur Bestätigung %1 eingeben:</translation>
    </message>
    <message>
        <source>%1?</source>
        <comment>a question from a headline</comment>
        <translation>%1?</translation>
    </message>
    <message>
        <source>What it concerns</source>
        <translation>Was betroffen ist</translation>
    </message>
    <message>
        <source>&amp;Reason:</source>
        <translation>&amp;Grund:</translation>
    </message>
    <message>
        <source>Optional; it goes into the journal</source>
        <translation>Optional; wird ins Journal aufgenommen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>&amp;Keep out for:</source>
        <translation>&amp;Aussperren für:</translation>
    </message>
    <message>
        <source>Do not keep out</source>
        <translation>Nicht aussperren</translation>
    </message>
    <message>
        <source>&amp;Deadline:</source>
        <translation>&amp;Frist:</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>&amp;End what is left at the deadline</source>
        <translation>&amp;Nach Fristablauf den Rest beenden</translation>
    </message>
    <message numerus="yes">
        <source>It is sent %n second(s) after you confirm; until then you can cancel it.</source>
        <translation>
            <numerusform>Die Ausführung erfolgt %n Sekunde nach der Bestätigung; bis dahin kann sie abgebrochen werden.</numerusform>
            <numerusform>Die Ausführung erfolgt %n Sekunden nach der Bestätigung; bis dahin kann sie abgebrochen werden.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ConnectCard</name>
    <message>
        <source>Connect to a node</source>
        <translation>Mit einem Knoten verbinden</translation>
    </message>
    <message>
        <source>One that runs already, here or elsewhere.</source>
        <translation>Mit einem, der bereits läuft, hier oder anderswo.</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Token</source>
        <comment>a secret that opens a node</comment>
        <translation>Token</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>Aus einer Datei</translation>
    </message>
    <message>
        <source>Typed in, not kept</source>
        <translation>Eingegeben, wird nicht gespeichert</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>Automatic</source>
        <comment>which token file</comment>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Address of the node</source>
        <translation>Adresse des Knotens</translation>
    </message>
    <message>
        <source>Where the token comes from</source>
        <translation>Woher das Token kommt</translation>
    </message>
    <message>
        <source>Token file</source>
        <translation>Token-Datei</translation>
    </message>
    <message>
        <source>Type the token, or take it from a file.</source>
        <translation>Das Token eingeben oder einer Datei entnehmen.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>Diese Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>Write the node&apos;s address, such as http://127.0.0.1:7744.</source>
        <translation>Die Adresse des Knotens angeben, etwa http://127.0.0.1:7744.</translation>
    </message>
    <message>
        <source>Trusted authorities</source>
        <translation>Vertraute Zertifizierungsstellen</translation>
    </message>
    <message>
        <source>Those of this system</source>
        <comment>which certificate authorities are trusted</comment>
        <translation>Die dieses Systems</translation>
    </message>
    <message>
        <source>File of trusted authorities</source>
        <translation>Datei der vertrauten Zertifizierungsstellen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ConnectionBadge</name>
    <message>
        <source>Retry now</source>
        <comment>button: connect at once</comment>
        <translation>Jetzt erneut versuchen</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
    <message>
        <source>Live · %1 ms</source>
        <comment>connection state, round trip</comment>
        <translation>Live · %1 ms</translation>
    </message>
    <message>
        <source>Live · &lt;1 ms</source>
        <comment>connection state, round trip</comment>
        <translation>Live · &lt;1 ms</translation>
    </message>
    <message>
        <source>Live</source>
        <comment>connection state</comment>
        <translation>Live</translation>
    </message>
    <message>
        <source>Lagging · as of %1</source>
        <comment>connection state; 3 s ago</comment>
        <translation>Verzögert · Stand: %1</translation>
    </message>
    <message>
        <source>Stale · as of %1</source>
        <comment>connection state; 12 s ago</comment>
        <translation>Veraltet · Stand: %1</translation>
    </message>
    <message>
        <source>Not connected</source>
        <comment>connection state</comment>
        <translation>Nicht verbunden</translation>
    </message>
    <message numerus="yes">
        <source>Lost · next try in %n s</source>
        <comment>connection state</comment>
        <translation>
            <numerusform>Verloren · nächster Versuch in %n s</numerusform>
            <numerusform>Verloren · nächster Versuch in %n s</numerusform>
        </translation>
    </message>
    <message>
        <source>Lost · trying now</source>
        <comment>connection state</comment>
        <translation>Verloren · neuer Versuch läuft</translation>
    </message>
    <message>
        <source>Refused</source>
        <comment>connection state</comment>
        <translation>Abgewiesen</translation>
    </message>
    <message>
        <source>Last sign of life: %1</source>
        <translation>Letztes Lebenszeichen: %1</translation>
    </message>
    <message>
        <source>The clocks of the node and of this machine differ by %1. All times here are the node&apos;s.</source>
        <translation>Die Uhren des Knotens und dieses Rechners weichen um %1 voneinander ab. Alle Zeiten hier sind die des Knotens.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ContextRows</name>
    <message>
        <source>no expiry</source>
        <translation>kein Ablauf</translation>
    </message>
    <message>
        <source>Expires at %1 unless it is renewed.</source>
        <translation>Läuft um %1 ab, sofern nicht verlängert.</translation>
    </message>
    <message>
        <source>Leases of this deployment do not expire.</source>
        <translation>Belegungen dieses Deployments laufen nicht ab.</translation>
    </message>
    <message>
        <source>no lease</source>
        <translation>keine Belegung</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>überfällig</translation>
    </message>
    <message numerus="yes">
        <source>expires in %n second(s)</source>
        <translation>
            <numerusform>läuft in %n Sekunde ab</numerusform>
            <numerusform>läuft in %n Sekunden ab</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>expires in %n minute(s)</source>
        <translation>
            <numerusform>läuft in %n Minute ab</numerusform>
            <numerusform>läuft in %n Minuten ab</numerusform>
        </translation>
    </message>
    <message>
        <source>Tab %1 of client %2, %3</source>
        <comment>the last is a state such as idle</comment>
        <translation>Tab %1 von Client %2, %3</translation>
    </message>
    <message>
        <source>Tab %1 of client %2, assigned to task %3, %4</source>
        <comment>the last is such as: expires in 25 seconds</comment>
        <translation>Tab %1 von Client %2, belegt von Aufgabe %3, %4</translation>
    </message>
    <message>
        <source>Tab %1 of client %2: %3</source>
        <comment>the last is such as: Releasing…</comment>
        <translation>Tab %1 von Client %2: %3</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ContextsView</name>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>No browser is connected yet</source>
        <translation>Noch kein Browser verbunden</translation>
    </message>
    <message>
        <source>Add a browser here, or connect one to this node: its tabs appear by themselves.</source>
        <translation>Hier einen Browser hinzufügen oder einen mit diesem Knoten verbinden: Seine Tabs erscheinen von selbst.</translation>
    </message>
    <message>
        <source>No client has a tab open</source>
        <translation>Kein Client hat einen Tab geöffnet</translation>
    </message>
    <message>
        <source>Tabs appear here as soon as they are reported.</source>
        <translation>Tabs erscheinen hier, sobald sie gemeldet werden.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::CountBadge</name>
    <message>
        <source>999+</source>
        <comment>a badge: more than 999</comment>
        <translation>999+</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::DataPage</name>
    <message>
        <source>Data</source>
        <comment>page of the settings</comment>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Panels, columns and sorting go back to how they were at first.</source>
        <translation>Bereiche, Spalten und Sortierung kehren zum Anfangszustand zurück.</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Anordnung zurücksetzen</translation>
    </message>
    <message>
        <source>Layout, shortcuts, language, theme and the addresses of the start screen are forgotten. Nothing changes at any node.</source>
        <translation>Anordnung, Tastenkürzel, Sprache, Farbschema und die Adressen der Startseite werden vergessen. An keinem Knoten ändert sich etwas.</translation>
    </message>
    <message>
        <source>Reset everything…</source>
        <translation>Alles zurücksetzen…</translation>
    </message>
    <message>
        <source>Forget all choices made in this console? This cannot be undone.</source>
        <translation>Alle in dieser Konsole getroffenen Einstellungen vergessen? Dies lässt sich nicht rückgängig machen.</translation>
    </message>
    <message>
        <source>Forget everything</source>
        <translation>Alles vergessen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Kept in %1. It never holds tokens or what a deployment showed.</source>
        <translation>Gespeichert in %1. Tokens oder Inhalte eines Deployments werden dort nie abgelegt.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::DecisionPanel</name>
    <message>
        <source>What would help: %1</source>
        <translation>Was helfen würde: %1</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::EmbedCard</name>
    <message>
        <source>Run a node here</source>
        <translation>Knoten hier betreiben</translation>
    </message>
    <message>
        <source>In this window. Browsers on this machine can join it; it ends with the window.</source>
        <translation>In diesem Fenster. Browser auf diesem Rechner können sich verbinden; der Knoten endet mit dem Fenster.</translation>
    </message>
    <message>
        <source>Run a node</source>
        <translation>Knoten starten</translation>
    </message>
    <message>
        <source>Listens at</source>
        <translation>Lauscht auf</translation>
    </message>
    <message>
        <source>Start a browser too</source>
        <translation>Auch einen Browser starten</translation>
    </message>
    <message>
        <source>windows of</source>
        <comment>as in: 2 windows of 3 tabs</comment>
        <translation>Fenster mit</translation>
    </message>
    <message>
        <source>tabs</source>
        <comment>as in: 2 windows of 3 tabs</comment>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>Address and port to listen at</source>
        <translation>Adresse und Port, auf denen gelauscht wird</translation>
    </message>
    <message>
        <source>Windows of the browser</source>
        <translation>Fenster des Browsers</translation>
    </message>
    <message>
        <source>Tabs in each window</source>
        <translation>Tabs in jedem Fenster</translation>
    </message>
    <message>
        <source>Write an address and a port, such as 127.0.0.1:7744. Port 0 takes a free one.</source>
        <translation>Adresse und Port angeben, etwa 127.0.0.1:7744. Port 0 nimmt einen freien.</translation>
    </message>
    <message>
        <source>Share a fleet on Redis</source>
        <translation>Einen Bestand auf Redis teilen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::EvidenceChecklist</name>
    <message>
        <source>Was it admitted?</source>
        <translation>Wurde er angenommen?</translation>
    </message>
    <message>
        <source>Was sending it attempted?</source>
        <translation>Wurde das Senden versucht?</translation>
    </message>
    <message>
        <source>Did the client acknowledge the frame?</source>
        <translation>Hat der Client den Frame bestätigt?</translation>
    </message>
    <message>
        <source>Is its final result kept?</source>
        <translation>Ist das Endergebnis aufbewahrt?</translation>
    </message>
    <message>
        <source>Is it known whether it took effect outside?</source>
        <translation>Ist bekannt, ob er außerhalb gewirkt hat?</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Answers for all commands of the task: Yes if it is so for any of them. An idle tab does not prove that a command stopped.</source>
        <translation>Antworten für alle Befehle der Aufgabe: Ja, wenn es für einen davon gilt. Ein freier Tab beweist nicht, dass ein Befehl beendet ist.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::EvidenceView</name>
    <message>
        <source>Evidence</source>
        <translation>Nachweis</translation>
    </message>
    <message>
        <source>Type whose command it is and its id, or show the recent ones.</source>
        <translation>Eingeben, wessen Befehl es ist und welche ID er hat, oder die neuesten anzeigen.</translation>
    </message>
    <message>
        <source>Asking the node…</source>
        <translation>Knoten wird befragt…</translation>
    </message>
    <message>
        <source>There is no evidence of any command of this task.</source>
        <translation>Zu keinem Befehl dieser Aufgabe gibt es einen Nachweis.</translation>
    </message>
    <message>
        <source>No command was sent lately. Lease a tab and send one: cheetahctl send HANDLE navigate</source>
        <translation>In letzter Zeit wurde kein Befehl gesendet. Einen Tab belegen und einen senden: cheetahctl send HANDLE navigate</translation>
    </message>
    <message>
        <source>… cut here; the whole result: cheetahctl evidence --json</source>
        <translation>… hier gekürzt; das ganze Ergebnis: cheetahctl evidence --json</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>Ben&amp;utzer</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>All of task</source>
        <translation>Alle der Aufgabe</translation>
    </message>
    <message>
        <source>task id</source>
        <translation>Aufgaben-ID</translation>
    </message>
    <message>
        <source>command id</source>
        <translation>Befehls-ID</translation>
    </message>
    <message>
        <source>Look up</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>The newest commands, of that user or of all</source>
        <translation>Die neuesten Befehle, dieses Benutzers oder aller</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>What is looked up</source>
        <translation>Was nachgeschlagen wird</translation>
    </message>
    <message>
        <source>Command or task id</source>
        <translation>Befehls- oder Aufgaben-ID</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Record of the command</source>
        <translation>Eintrag des Befehls</translation>
    </message>
    <message>
        <source>What is known of a command: was it sent, acknowledged, answered? Look one up, or show the recent ones.</source>
        <translation>Was ist über einen Befehl bekannt: gesendet, bestätigt, beantwortet? Einen nachschlagen oder die neuesten anzeigen.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ExplainForm</name>
    <message>
        <source>Whose contexts? Type or choose a user.</source>
        <translation>Wessen Kontexte? Einen Benutzer eingeben oder auswählen.</translation>
    </message>
    <message>
        <source>Choose a window first: select it in the fleet and explain from there.</source>
        <translation>Zuerst ein Fenster wählen: in der Flotte auswählen und von dort erklären.</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>Ben&amp;utzer</translation>
    </message>
    <message>
        <source>&amp;Requires</source>
        <translation>Ver&amp;langt</translation>
    </message>
    <message>
        <source>such as metadata.region=eu, metadata.ram&gt;=8, kind=browser</source>
        <translation>etwa metadata.region=eu, metadata.ram&gt;=8, kind=browser</translation>
    </message>
    <message>
        <source>What the client must fulfil; several expressions are separated by commas.</source>
        <translation>Was der Client erfüllen muss; mehrere Ausdrücke werden durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>&amp;Where</source>
        <translation>&amp;Wo</translation>
    </message>
    <message>
        <source>any tab</source>
        <translation>beliebiger Tab</translation>
    </message>
    <message>
        <source>a new tab</source>
        <translation>neuer Tab</translation>
    </message>
    <message>
        <source>a new window</source>
        <translation>neues Fenster</translation>
    </message>
    <message>
        <source>an isolated window</source>
        <translation>isoliertes Fenster</translation>
    </message>
    <message>
        <source>this window</source>
        <translation>dieses Fenster</translation>
    </message>
    <message>
        <source>&amp;Only what exists</source>
        <translation>&amp;Nur Vorhandenes</translation>
    </message>
    <message>
        <source>May &amp;create</source>
        <translation>Darf &amp;erzeugen</translation>
    </message>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Requires</source>
        <translation>Verlangt</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>Aufgabe %1</translation>
    </message>
    <message>
        <source>strategy %1</source>
        <translation>Strategie %1</translation>
    </message>
    <message>
        <source>waits for up to %1</source>
        <translation>wartet bis zu %1</translation>
    </message>
    <message>
        <source>waits for clients to come</source>
        <translation>wartet auf neue Clients</translation>
    </message>
    <message>
        <source>holds for at most %1</source>
        <translation>hält höchstens %1</translation>
    </message>
    <message>
        <source>is released with its connection</source>
        <translation>wird mit ihrer Verbindung freigegeben</translation>
    </message>
    <message>
        <source>Of the request: %1</source>
        <comment>a list</comment>
        <translation>Aus der Anfrage: %1</translation>
    </message>
    <message>
        <source>a new tab in window %1</source>
        <translation>ein neuer Tab in Fenster %1</translation>
    </message>
    <message>
        <source>a tab in window %1</source>
        <translation>ein Tab in Fenster %1</translation>
    </message>
    <message>
        <source>Any &amp;health</source>
        <translation>Jeder &amp;Zustand</translation>
    </message>
    <message>
        <source>Also tabs whose page is not live</source>
        <translation>Auch Tabs, deren Seite nicht lebt</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Begin with an empty form</source>
        <translation>Mit leerem Formular beginnen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ExplainView</name>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>Would a request get a tab, and if not, why?</source>
        <translation>Bekäme eine Anfrage einen Tab, und falls nicht, warum?</translation>
    </message>
    <message>
        <source>Say what it asks for and press Enter, or open a refused acquire from the journal. Nothing is reserved.</source>
        <translation>Angeben, was verlangt wird, und die Eingabetaste drücken, oder eine abgelehnte Anforderung aus dem Journal öffnen. Nichts wird reserviert.</translation>
    </message>
    <message>
        <source>Candidates and what stands against them</source>
        <translation>Kandidaten und was gegen sie spricht</translation>
    </message>
    <message>
        <source>Explain again</source>
        <translation>Erneut erklären</translation>
    </message>
    <message>
        <source>Asking the node…</source>
        <translation>Knoten wird befragt…</translation>
    </message>
    <message>
        <source>Decided at revision %1; the fleet has changed since, to %2.</source>
        <translation>Entschieden bei Revision %1; die Flotte hat sich seither geändert, zu %2.</translation>
    </message>
    <message>
        <source>Decided at revision %1, which is what you see.</source>
        <translation>Entschieden bei Revision %1, dem angezeigten Stand.</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Its requirements were too long for the journal and are missing here.</source>
        <translation>Ihre Bedingungen waren zu lang für das Journal und fehlen hier.</translation>
    </message>
    <message>
        <source>When it was refused, %1</source>
        <translation>Bei der Ablehnung, %1</translation>
    </message>
    <message>
        <source>%1 Decided at revision %2.</source>
        <comment>a sentence with the reason; a number</comment>
        <translation>%1 Entschieden bei Revision %2.</translation>
    </message>
    <message>
        <source>It ended without a look at what stood against it.</source>
        <translation>Sie endete, ohne dass nach Gründen gesehen wurde.</translation>
    </message>
    <message>
        <source>Would the same request get a tab?</source>
        <translation>Bekäme dieselbe Anfrage einen Tab?</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ExplanationModel</name>
    <message>
        <source>Nothing stands against it</source>
        <translation>Nichts spricht dagegen</translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n Kandidat</numerusform>
            <numerusform>%n Kandidaten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, of which %2 are listed</source>
        <translation>%1, davon %2 aufgeführt</translation>
    </message>
    <message>
        <source>It fits.</source>
        <translation>Passt.</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>Kandidat</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>Hinderungsgrund</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no candidates</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1: then %2, now %3</source>
        <comment>why not; how many</comment>
        <translation>%1: damals %2, jetzt %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>why not; how many</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Then</source>
        <comment>when it was refused</comment>
        <translation>Damals</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FilterChips</name>
    <message>
        <source>Take out %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message numerus="yes">
        <source>%n more terms</source>
        <translation>
            <numerusform>%n weiterer Ausdruck</numerusform>
            <numerusform>%n weitere Ausdrücke</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FilterField</name>
    <message>
        <source>%1 The filter before stays in force.</source>
        <translation>%1 Der vorige Filter bleibt in Kraft.</translation>
    </message>
    <message>
        <source>This pattern takes too long on some rows; those count as not matching.</source>
        <translation>Dieses Muster braucht bei manchen Zeilen zu lange; sie gelten als nicht passend.</translation>
    </message>
    <message>
        <source>Not a filter</source>
        <translation>Kein gültiger Filter</translation>
    </message>
    <message>
        <source>Filter in force</source>
        <translation>Filter aktiv</translation>
    </message>
    <message>
        <source>No filter</source>
        <translation>Kein Filter</translation>
    </message>
    <message>
        <source>filtering, %1 %</source>
        <translation>filtert, %1 %</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>rows that pass, all rows</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>recent</source>
        <comment>a filter that was used lately</comment>
        <translation>kürzlich</translation>
    </message>
    <message>
        <source>Filter: words, field:value, lease&lt;30s, -not, ( a OR b )</source>
        <translation>Filter: Wörter, feld:wert, lease&lt;30s, -nicht, ( a OR b )</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Rows that pass</source>
        <translation>Passende Zeilen</translation>
    </message>
    <message>
        <source>Filter for %1</source>
        <translation>Nach %1 filtern</translation>
    </message>
    <message>
        <source>Filter out %1</source>
        <translation>%1 ausfiltern</translation>
    </message>
    <message>
        <source>Or %1</source>
        <comment>adds an alternative to the filter</comment>
        <translation>Oder %1</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FleetTreeModel</name>
    <message>
        <source>Name</source>
        <comment>column</comment>
        <translation>Name</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>Status</translation>
    </message>
    <message>
        <source>Task</source>
        <comment>column</comment>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Lease</source>
        <comment>column: time left</comment>
        <translation>Belegung</translation>
    </message>
    <message>
        <source>Epoch</source>
        <comment>column</comment>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>URL</source>
        <comment>column</comment>
        <translation>URL</translation>
    </message>
    <message>
        <source>Metadata</source>
        <comment>column</comment>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Last report</source>
        <comment>column</comment>
        <translation>Letzter Bericht</translation>
    </message>
    <message numerus="yes">
        <source>Disconnected (%n)</source>
        <comment>group of clients</comment>
        <translation>
            <numerusform>Getrennt (%n)</numerusform>
            <numerusform>Getrennt (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Flows</source>
        <comment>of a console client</comment>
        <translation>Flows</translation>
    </message>
    <message>
        <source>Window %1</source>
        <translation>Fenster %1</translation>
    </message>
    <message>
        <source>%1/%2 busy</source>
        <comment>tabs of a parent</comment>
        <translation>%1/%2 belegt</translation>
    </message>
    <message>
        <source>disconnected, %1</source>
        <comment>client; then its sum</comment>
        <translation>getrennt, %1</translation>
    </message>
    <message>
        <source>draining, %1</source>
        <comment>client or window; then its sum</comment>
        <translation>wird leergefahren, %1</translation>
    </message>
    <message>
        <source>with %1</source>
        <comment>a tab that belongs to the lease of this task</comment>
        <translation>mit %1</translation>
    </message>
    <message>
        <source>Its leases end at %1 unless it returns before.</source>
        <translation>Seine Belegungen enden um %1, sofern er nicht vorher zurückkehrt.</translation>
    </message>
    <message>
        <source>Ends at %1 unless it is renewed before.</source>
        <translation>Endet um %1, sofern nicht vorher verlängert.</translation>
    </message>
    <message>
        <source>No report since this console looks at it.</source>
        <translation>Kein Bericht, seit diese Konsole zusieht.</translation>
    </message>
    <message>
        <source>Client %1 of user %2, %3</source>
        <translation>Client %1 von Benutzer %2, %3</translation>
    </message>
    <message>
        <source>User %1, %2</source>
        <translation>Benutzer %1, %2</translation>
    </message>
    <message numerus="yes">
        <source>%n disconnected client(s)</source>
        <translation>
            <numerusform>%n getrennter Client</numerusform>
            <numerusform>%n getrennte Clients</numerusform>
        </translation>
    </message>
    <message>
        <source>Client %1, connected, %2</source>
        <translation>Client %1, verbunden, %2</translation>
    </message>
    <message>
        <source>Client %1, %2</source>
        <translation>Client %1, %2</translation>
    </message>
    <message>
        <source>Window %1, %2</source>
        <translation>Fenster %1, %2</translation>
    </message>
    <message>
        <source>Tab %1, %2</source>
        <translation>Tab %1, %2</translation>
    </message>
    <message>
        <source>Tab %1, assigned to task %2</source>
        <translation>Tab %1, belegt von Aufgabe %2</translation>
    </message>
    <message>
        <source>Tab %1, assigned to task %2, its time is over</source>
        <translation>Tab %1, belegt von Aufgabe %2, Zeit abgelaufen</translation>
    </message>
    <message>
        <source>Tab %1, assigned to task %2, expires in %3</source>
        <translation>Tab %1, belegt von Aufgabe %2, läuft in %3 ab</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a row; what is under way, such as: Releasing…</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FleetTreeView</name>
    <message>
        <source>Fleet</source>
        <translation>Flotte</translation>
    </message>
    <message>
        <source>Not connected yet.</source>
        <translation>Noch nicht verbunden.</translation>
    </message>
    <message>
        <source>The fleet shows here as soon as the node has answered.</source>
        <translation>Die Flotte erscheint hier, sobald der Knoten geantwortet hat.</translation>
    </message>
    <message numerus="yes">
        <source>0 of %n tab(s) match.</source>
        <translation>
            <numerusform>0 von %n Tab passt.</numerusform>
            <numerusform>0 von %n Tabs passen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Fleet tree</source>
        <translation>Flottenbaum</translation>
    </message>
    <message>
        <source>Users, their clients, windows and tabs.</source>
        <translation>Benutzer mit ihren Clients, Fenstern und Tabs.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FlowItemsModel</name>
    <message>
        <source>%1: %2</source>
        <comment>an object and what happened to it</comment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FlowToasts</name>
    <message>
        <source>%1: %2</source>
        <comment>an action and how it stands</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::FlowWords</name>
    <message numerus="yes">
        <source>Release %n assignment(s) of client %1</source>
        <translation>
            <numerusform>%n Belegung von Client %1 freigeben</numerusform>
            <numerusform>%n Belegungen von Client %1 freigeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Release %n assignment(s)</source>
        <translation>
            <numerusform>%n Belegung freigeben</numerusform>
            <numerusform>%n Belegungen freigeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settle %n tab(s) of client %1</source>
        <translation>
            <numerusform>%n Tab von Client %1 klären</numerusform>
            <numerusform>%n Tabs von Client %1 klären</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settle %n tab(s)</source>
        <translation>
            <numerusform>%n Tab klären</numerusform>
            <numerusform>%n Tabs klären</numerusform>
        </translation>
    </message>
    <message>
        <source>Disconnect client %1</source>
        <translation>Client %1 trennen</translation>
    </message>
    <message numerus="yes">
        <source>Disconnect %n client(s)</source>
        <translation>
            <numerusform>%n Client trennen</numerusform>
            <numerusform>%n Clients trennen</numerusform>
        </translation>
    </message>
    <message>
        <source>Drain window %1 of client %2</source>
        <translation>Fenster %1 von Client %2 leerfahren</translation>
    </message>
    <message numerus="yes">
        <source>Drain %n window(s)</source>
        <translation>
            <numerusform>%n Fenster leerfahren</numerusform>
            <numerusform>%n Fenster leerfahren</numerusform>
        </translation>
    </message>
    <message>
        <source>Drain node %1</source>
        <translation>Knoten %1 leerfahren</translation>
    </message>
    <message numerus="yes">
        <source>Drain %n node(s)</source>
        <translation>
            <numerusform>%n Knoten leerfahren</numerusform>
            <numerusform>%n Knoten leerfahren</numerusform>
        </translation>
    </message>
    <message>
        <source>Drain client %1</source>
        <translation>Client %1 leerfahren</translation>
    </message>
    <message numerus="yes">
        <source>Drain %n client(s)</source>
        <translation>
            <numerusform>%n Client leerfahren</numerusform>
            <numerusform>%n Clients leerfahren</numerusform>
        </translation>
    </message>
    <message>
        <source>End the drain of window %1 of client %2</source>
        <translation>Leerfahren von Fenster %1 von Client %2 beenden</translation>
    </message>
    <message numerus="yes">
        <source>End the drain of %n window(s)</source>
        <translation>
            <numerusform>Leerfahren von %n Fenster beenden</numerusform>
            <numerusform>Leerfahren von %n Fenstern beenden</numerusform>
        </translation>
    </message>
    <message>
        <source>End the drain of node %1</source>
        <translation>Leerfahren von Knoten %1 beenden</translation>
    </message>
    <message numerus="yes">
        <source>End the drain of %n node(s)</source>
        <translation>
            <numerusform>Leerfahren von %n Knoten beenden</numerusform>
            <numerusform>Leerfahren von %n Knoten beenden</numerusform>
        </translation>
    </message>
    <message>
        <source>End the drain of client %1</source>
        <translation>Leerfahren von Client %1 beenden</translation>
    </message>
    <message numerus="yes">
        <source>End the drain of %n client(s)</source>
        <translation>
            <numerusform>Leerfahren von %n Client beenden</numerusform>
            <numerusform>Leerfahren von %n Clients beenden</numerusform>
        </translation>
    </message>
    <message>
        <source>Release %1</source>
        <comment>button: verb and count</comment>
        <translation>%1 freigeben</translation>
    </message>
    <message>
        <source>Settle %1</source>
        <comment>button: verb and count</comment>
        <translation>%1 klären</translation>
    </message>
    <message>
        <source>Disconnect %1</source>
        <comment>button: verb and count</comment>
        <translation>%1 trennen</translation>
    </message>
    <message>
        <source>Drain %1</source>
        <comment>button: verb and count</comment>
        <translation>%1 leerfahren</translation>
    </message>
    <message numerus="yes">
        <source>End %n drain(s)</source>
        <comment>button</comment>
        <translation>
            <numerusform>Leerfahren beenden (%n)</numerusform>
            <numerusform>Leerfahren beenden (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Releasing…</source>
        <translation>Wird freigegeben…</translation>
    </message>
    <message>
        <source>Settling…</source>
        <translation>Wird geklärt…</translation>
    </message>
    <message>
        <source>Disconnecting…</source>
        <translation>Wird getrennt…</translation>
    </message>
    <message>
        <source>Starting to drain…</source>
        <translation>Leerfahren wird begonnen…</translation>
    </message>
    <message>
        <source>Ending the drain…</source>
        <translation>Leerfahren wird beendet…</translation>
    </message>
    <message>
        <source>It holds no assignments.</source>
        <translation>Keine Belegungen vorhanden.</translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) stay: this deployment keeps them when a client disconnects.</source>
        <translation>
            <numerusform>%n Belegung bleibt: Dieses Deployment behält sie, wenn ein Client getrennt wird.</numerusform>
            <numerusform>%n Belegungen bleiben: Dieses Deployment behält sie, wenn ein Client getrennt wird.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) end at once: this deployment releases them when a client disconnects.</source>
        <translation>
            <numerusform>%n Belegung endet sofort: Dieses Deployment gibt sie frei, wenn ein Client getrennt wird.</numerusform>
            <numerusform>%n Belegungen enden sofort: Dieses Deployment gibt sie frei, wenn ein Client getrennt wird.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assignment(s) end after %1, unless the client is back before.</source>
        <translation>
            <numerusform>%n Belegung endet nach %1, sofern der Client nicht vorher zurückkehrt.</numerusform>
            <numerusform>%n Belegungen enden nach %1, sofern der Client nicht vorher zurückkehrt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its tabs stay listed for %1 and go then, unless it comes back.</source>
        <translation>Seine Tabs bleiben noch %1 aufgeführt und verschwinden dann, sofern er nicht zurückkehrt.</translation>
    </message>
    <message>
        <source>The browser reconnects by itself, at once, unless you keep it out.</source>
        <translation>Der Browser verbindet sich sofort von selbst wieder, sofern er nicht ausgesperrt wird.</translation>
    </message>
    <message>
        <source>It is refused for %1 and reconnects by itself after that.</source>
        <translation>Er wird für %1 abgewiesen und verbindet sich danach von selbst wieder.</translation>
    </message>
    <message>
        <source>This closes no tab and stops no command that was sent.</source>
        <translation>Dies schließt keinen Tab und hält keinen gesendeten Befehl an.</translation>
    </message>
    <message>
        <source>Nothing new is assigned there. Running leases go on: they renew, send and release as before.</source>
        <translation>Nichts Neues wird dort belegt. Laufende Belegungen gehen weiter: Verlängern, Senden und Freigeben wie bisher.</translation>
    </message>
    <message>
        <source>No assignment is left there, so the drain is done at once.</source>
        <translation>Dort besteht keine Belegung mehr, das Leerfahren ist also sofort fertig.</translation>
    </message>
    <message numerus="yes">
        <source>It is done when the last of %n assignment(s) ends.</source>
        <translation>
            <numerusform>Fertig, wenn die letzte Belegung endet (noch %n).</numerusform>
            <numerusform>Fertig, wenn die letzte von %n Belegungen endet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is done when the last of %n assignment(s) ends; what is left after %1 is ended.</source>
        <translation>
            <numerusform>Fertig, wenn die letzte Belegung endet (noch %n); was nach %1 übrig ist, wird beendet.</numerusform>
            <numerusform>Fertig, wenn die letzte von %n Belegungen endet; was nach %1 übrig ist, wird beendet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It is done when the last of %n assignment(s) ends; what is left after %1 stays.</source>
        <translation>
            <numerusform>Fertig, wenn die letzte Belegung endet (noch %n); was nach %1 übrig ist, bleibt.</numerusform>
            <numerusform>Fertig, wenn die letzte von %n Belegungen endet; was nach %1 übrig ist, bleibt.</numerusform>
        </translation>
    </message>
    <message>
        <source>It lasts until someone ends it, also over a reconnect.</source>
        <translation>Es dauert an, bis es jemand beendet, auch über ein erneutes Verbinden hinweg.</translation>
    </message>
    <message>
        <source>The tasks lose their tabs now; others may get them at once.</source>
        <translation>Die Aufgaben verlieren ihre Tabs jetzt; andere erhalten sie möglicherweise sofort.</translation>
    </message>
    <message>
        <source>This releases the leases only. It does not cancel a command, close a tab or retry a task.</source>
        <translation>Dies gibt nur die Belegungen frei. Es bricht keinen Befehl ab, schließt keinen Tab und wiederholt keine Aufgabe.</translation>
    </message>
    <message>
        <source>You declare that the last command there is over, whatever became of it: the tab can be assigned again at once.</source>
        <translation>Damit gilt der letzte Befehl dort als vorüber, was auch immer aus ihm wurde: Der Tab kann sofort wieder belegt werden.</translation>
    </message>
    <message>
        <source>This does not stop the command. If it still runs, it will meet the next task.</source>
        <translation>Dies hält den Befehl nicht an. Läuft er noch, trifft er auf die nächste Aufgabe.</translation>
    </message>
    <message>
        <source>New tasks can be assigned there again.</source>
        <translation>Neue Aufgaben können dort wieder belegen.</translation>
    </message>
    <message>
        <source>Task %1 – tab %2 of %3</source>
        <comment>task, tab, client</comment>
        <translation>Aufgabe %1 – Tab %2 von %3</translation>
    </message>
    <message>
        <source>Tab %1 of %2 – command %3</source>
        <comment>tab, client, command</comment>
        <translation>Tab %1 von %2 – Befehl %3</translation>
    </message>
    <message>
        <source>Tab %1 of %2</source>
        <comment>tab, client</comment>
        <translation>Tab %1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>Window %1 of %2 – %n assignment(s)</source>
        <comment>window, client</comment>
        <translation>
            <numerusform>Fenster %1 von %2 – %n Belegung</numerusform>
            <numerusform>Fenster %1 von %2 – %n Belegungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Node %1 – %n assignment(s)</source>
        <comment>node</comment>
        <translation>
            <numerusform>Knoten %1 – %n Belegung</numerusform>
            <numerusform>Knoten %1 – %n Belegungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Client %1 of user %2 – %n assignment(s)</source>
        <comment>client, user</comment>
        <translation>
            <numerusform>Client %1 von Benutzer %2 – %n Belegung</numerusform>
            <numerusform>Client %1 von Benutzer %2 – %n Belegungen</numerusform>
        </translation>
    </message>
    <message>
        <source>has ended meanwhile (%1)</source>
        <translation>inzwischen beendet (%1)</translation>
    </message>
    <message>
        <source>is over meanwhile</source>
        <translation>inzwischen vorüber</translation>
    </message>
    <message>
        <source>has connected again meanwhile</source>
        <translation>inzwischen neu verbunden</translation>
    </message>
    <message>
        <source>has ended meanwhile; task %1 has the tab now</source>
        <translation>inzwischen beendet; jetzt belegt Aufgabe %1 den Tab</translation>
    </message>
    <message>
        <source>is gone meanwhile</source>
        <translation>inzwischen nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>Waits to be sent</source>
        <translation>Wartet auf das Senden</translation>
    </message>
    <message>
        <source>Not sent yet</source>
        <translation>Noch nicht gesendet</translation>
    </message>
    <message>
        <source>Sent; no answer yet</source>
        <translation>Gesendet; noch keine Antwort</translation>
    </message>
    <message>
        <source>Done, says the node; waiting until the fleet shows it</source>
        <translation>Laut Knoten erledigt; warten, bis die Flotte es zeigt</translation>
    </message>
    <message>
        <source>May or may not have happened: the connection was lost before the answer. Checking as soon as it is back…</source>
        <translation>Möglicherweise geschehen: Die Verbindung ging vor der Antwort verloren. Prüfung, sobald sie wieder besteht…</translation>
    </message>
    <message>
        <source>May or may not have happened: no answer came. Checking…</source>
        <translation>Möglicherweise geschehen: Es kam keine Antwort. Wird geprüft…</translation>
    </message>
    <message>
        <source>Already over; now owned by task %1</source>
        <translation>Bereits vorüber; jetzt von Aufgabe %1 belegt</translation>
    </message>
    <message>
        <source>Already released by an operator</source>
        <translation>Bereits von einem Operator freigegeben</translation>
    </message>
    <message>
        <source>Already over: %1</source>
        <translation>Bereits vorüber: %1</translation>
    </message>
    <message>
        <source>Already released</source>
        <translation>Bereits freigegeben</translation>
    </message>
    <message>
        <source>Was not connected any more</source>
        <translation>War nicht mehr verbunden</translation>
    </message>
    <message>
        <source>Was over already</source>
        <translation>War bereits vorüber</translation>
    </message>
    <message>
        <source>Now owned by task %1 – nothing was done</source>
        <translation>Jetzt von Aufgabe %1 belegt – nichts wurde getan</translation>
    </message>
    <message>
        <source>It has connected again since – nothing was done</source>
        <translation>Hat sich inzwischen neu verbunden – nichts wurde getan</translation>
    </message>
    <message>
        <source>The tab is gone, and the lease with it</source>
        <translation>Der Tab ist nicht mehr vorhanden und mit ihm die Belegung</translation>
    </message>
    <message>
        <source>It is not there any more</source>
        <translation>Nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>Forbidden: your token may not do this. Nothing was done</source>
        <translation>Verboten: Das verwendete Token darf das nicht. Nichts wurde getan</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Not sent: there was no connection</source>
        <translation>Nicht gesendet: Es bestand keine Verbindung</translation>
    </message>
    <message>
        <source>It did happen, as the fleet shows</source>
        <translation>Es ist geschehen, wie die Flotte zeigt</translation>
    </message>
    <message>
        <source>It did happen; now owned by task %1</source>
        <translation>Es ist geschehen; jetzt von Aufgabe %1 belegt</translation>
    </message>
    <message>
        <source>It did not happen, as the fleet shows</source>
        <translation>Es ist nicht geschehen, wie die Flotte zeigt</translation>
    </message>
    <message>
        <source>Cancelled; nothing was done</source>
        <translation>Abgebrochen; nichts wurde getan</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Freigegeben</translation>
    </message>
    <message>
        <source>Settled</source>
        <translation>Geklärt</translation>
    </message>
    <message>
        <source>Disconnected, and kept out for %1</source>
        <translation>Getrennt und für %1 ausgesperrt</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>Getrennt</translation>
    </message>
    <message>
        <source>Takes nothing new</source>
        <translation>Nimmt nichts Neues an</translation>
    </message>
    <message>
        <source>Takes new tasks again</source>
        <translation>Nimmt wieder neue Aufgaben an</translation>
    </message>
    <message>
        <source>Sending: %1 of %2 answered</source>
        <translation>Wird gesendet: %1 von %2 beantwortet</translation>
    </message>
    <message>
        <source>May or may not have happened; checking…</source>
        <translation>Möglicherweise geschehen; wird geprüft…</translation>
    </message>
    <message>
        <source>%1 done</source>
        <comment>count of objects</comment>
        <translation>%1 erledigt</translation>
    </message>
    <message>
        <source>%1 already over</source>
        <comment>count of objects</comment>
        <translation>%1 bereits vorüber</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <comment>count of objects</comment>
        <translation>%1 nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>%1 did not happen</source>
        <comment>count of objects</comment>
        <translation>%1 nicht geschehen</translation>
    </message>
    <message>
        <source>%1 not sent</source>
        <comment>count of objects</comment>
        <translation>%1 nicht gesendet</translation>
    </message>
    <message>
        <source>%1 forbidden</source>
        <comment>count of objects</comment>
        <translation>%1 verboten</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <comment>count of objects</comment>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 cancelled</source>
        <comment>count of objects</comment>
        <translation>%1 abgebrochen</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a summary</comment>
        <translation>, </translation>
    </message>
    <message numerus="yes">
        <source>Will be sent in %n second(s)</source>
        <translation>
            <numerusform>Wird in %n Sekunde gesendet</numerusform>
            <numerusform>Wird in %n Sekunden gesendet</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 taken by others meanwhile</source>
        <comment>count of objects</comment>
        <translation>%1 inzwischen von anderen belegt</translation>
    </message>
    <message>
        <source>Checking…</source>
        <comment>whether an action by hand happened</comment>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>%1 It may or may not have happened; checking.</source>
        <comment>such as: Releasing…</comment>
        <translation>%1 Ob es geschehen ist, ist unklar; es wird geprüft.</translation>
    </message>
    <message>
        <source>waits for another command meanwhile</source>
        <translation>wartet inzwischen auf einen anderen Befehl</translation>
    </message>
    <message>
        <source>It waits for another command by now – nothing was done</source>
        <translation>Wartet inzwischen auf einen anderen Befehl – nichts wurde getan</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::GeneralPage</name>
    <message>
        <source>General</source>
        <comment>page of the settings</comment>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>System</source>
        <comment>the system&apos;s language</comment>
        <translation>System</translation>
    </message>
    <message>
        <source>Look for a node here, else run one</source>
        <translation>Knoten suchen, sonst starten</translation>
    </message>
    <message>
        <source>Start screen</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Automatic</source>
        <comment>how long an action can be cancelled</comment>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds, after a number</comment>
        <translation> s</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Of everything in the console; changes at once.</source>
        <translation>Von allem in der Konsole; ändert sich sofort.</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Beim Start</translation>
    </message>
    <message>
        <source>What the console does when it is started without options.</source>
        <translation>Was die Konsole tut, wenn sie ohne Optionen gestartet wird.</translation>
    </message>
    <message>
        <source>look for a node here, else run one</source>
        <translation>hier einen Knoten suchen, sonst einen starten</translation>
    </message>
    <message>
        <source>Time to cancel</source>
        <translation>Zeit zum Abbrechen</translation>
    </message>
    <message>
        <source>How long a confirmed action waits before it is sent. Automatic waits only where the node is not on this machine.</source>
        <translation>Wie lange eine bestätigte Aktion wartet, bevor sie gesendet wird. Automatisch wartet nur, wenn der Knoten nicht auf diesem Rechner läuft.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::HealthFigures</name>
    <message>
        <source>Admitted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Acknowledged</source>
        <translation>Bestätigt</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>In Warteschlange</translation>
    </message>
    <message>
        <source>Under way</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>Half within</source>
        <comment>latency, median</comment>
        <translation>Hälfte innerhalb</translation>
    </message>
    <message>
        <source>95 % within</source>
        <comment>latency</comment>
        <translation>95 % innerhalb</translation>
    </message>
    <message>
        <source>99 % within</source>
        <comment>latency</comment>
        <translation>99 % innerhalb</translation>
    </message>
    <message>
        <source>%1/s</source>
        <comment>per second</comment>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds</comment>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::HealthPlot</name>
    <message>
        <source>Commands/s</source>
        <translation>Befehle/s</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Latency, ms</source>
        <translation>Latenz, ms</translation>
    </message>
    <message>
        <source>Dispatcher health over time</source>
        <translation>Zustand der Befehlsvermittlung im Zeitverlauf</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::HealthView</name>
    <message>
        <source>Health</source>
        <comment>of dispatching</comment>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Show the last %1</source>
        <translation>Die letzten %1 anzeigen</translation>
    </message>
    <message>
        <source>Follow</source>
        <comment>the present</comment>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Keep the present at the right edge (End)</source>
        <translation>Die Gegenwart am rechten Rand halten (Ende)</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save the picture or the figures</source>
        <translation>Bild oder Messwerte speichern</translation>
    </message>
    <message>
        <source>Conditions of the node</source>
        <translation>Bedingungen des Knotens</translation>
    </message>
    <message>
        <source>No figures yet. The node sends them once a second while this window is connected.</source>
        <translation>Noch keine Messwerte. Der Knoten sendet sie einmal je Sekunde, solange dieses Fenster verbunden ist.</translation>
    </message>
    <message>
        <source>Now, %1</source>
        <translation>Jetzt, %1</translation>
    </message>
    <message>
        <source>Nothing was seen here</source>
        <translation>Hier wurde nichts beobachtet</translation>
    </message>
    <message>
        <source>%1 admitted, %2 queued, 95 % acknowledged within %3</source>
        <translation>%1 angenommen, %2 in Warteschlange, 95 % innerhalb von %3 bestätigt</translation>
    </message>
    <message>
        <source>%1: fine</source>
        <comment>a condition of the node</comment>
        <translation>%1: in Ordnung</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a condition and why it does not hold</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Save health</source>
        <translation>Zustand speichern</translation>
    </message>
    <message>
        <source>Figures (*.csv)</source>
        <translation>Messwerte (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Bild (*.png)</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::InspectionPanel</name>
    <message>
        <source>%1: %2</source>
        <comment>label and value, for screen readers</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>Kopieren: %1</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <comment>a label</comment>
        <translation>%1 kopieren</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::Inspector</name>
    <message>
        <source>Flow</source>
        <translation>Flow</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identität</translation>
    </message>
    <message>
        <source>Flow id</source>
        <translation>Flow-ID</translation>
    </message>
    <message>
        <source>Tab id</source>
        <translation>Tab-ID</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Nutzung</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>Leased</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Reported</source>
        <translation>Gemeldet</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Focused</source>
        <translation>Fokussiert</translation>
    </message>
    <message>
        <source>Isolated</source>
        <comment>window with a browser context of its own</comment>
        <translation>Isoliert</translation>
    </message>
    <message>
        <source>Opened by us</source>
        <translation>Von hier geöffnet</translation>
    </message>
    <message>
        <source>Window id</source>
        <translation>Fenster-ID</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>none</source>
        <comment>metadata</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>Client id</source>
        <translation>Client-ID</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>%1 of %2 connected</source>
        <translation>%1 von %2 verbunden</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Settling</source>
        <translation>In Klärung</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s)</source>
        <translation>
            <numerusform>%n Anfrage</numerusform>
            <numerusform>%n Anfragen</numerusform>
        </translation>
    </message>
    <message>
        <source>User id</source>
        <translation>Benutzer-ID</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>Rollen</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>Letzter Heartbeat</translation>
    </message>
    <message>
        <source>Node id</source>
        <translation>Knoten-ID</translation>
    </message>
    <message>
        <source>Incarnation</source>
        <translation>Inkarnation</translation>
    </message>
    <message>
        <source>draining</source>
        <translation>wird leergefahren</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>Belegung</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <comment>the lease on another tab</comment>
        <translation>Gehört zu</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>none, nobody holds it</source>
        <translation>keine, von niemandem belegt</translation>
    </message>
    <message>
        <source>Last lease ended</source>
        <translation>Ende der letzten Belegung</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Shows what is known of its commands</source>
        <translation>Zeigt, was über ihre Befehle bekannt ist</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>does not expire</source>
        <translation>läuft nicht ab</translation>
    </message>
    <message>
        <source>Last renewed</source>
        <translation>Zuletzt verlängert</translation>
    </message>
    <message>
        <source>never</source>
        <comment>renewed</comment>
        <translation>nie</translation>
    </message>
    <message>
        <source>Fence</source>
        <translation>Fence</translation>
    </message>
    <message>
        <source>Acquired through</source>
        <comment>node</comment>
        <translation>Angefordert über</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>Belegt seit</translation>
    </message>
    <message>
        <source>Renewals</source>
        <translation>Verlängerungen</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Longest hold ends</source>
        <translation>Längste Dauer endet</translation>
    </message>
    <message>
        <source>Ends with</source>
        <translation>Endet mit</translation>
    </message>
    <message>
        <source>the connection of its requester</source>
        <translation>der Verbindung des Anfordernden</translation>
    </message>
    <message>
        <source>At the latest in</source>
        <translation>Spätestens in</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Waits for command</source>
        <translation>Wartet auf Befehl</translation>
    </message>
    <message>
        <source>For request</source>
        <translation>Für Anfrage</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>For another</source>
        <translation>Noch</translation>
    </message>
    <message>
        <source>until it is taken or cancelled</source>
        <translation>bis zur Übernahme oder zum Abbruch</translation>
    </message>
    <message>
        <source>Held back</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>URL</source>
        <translation>URL</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>In front</source>
        <comment>tab of its window</comment>
        <translation>Im Vordergrund</translation>
    </message>
    <message>
        <source>Opened by</source>
        <translation>Geöffnet von</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>Flows</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>Getrennt</translation>
    </message>
    <message>
        <source>Leases end in</source>
        <comment>grace of a client that is away</comment>
        <translation>Belegungen enden in</translation>
    </message>
    <message>
        <source>Removed in</source>
        <translation>Entfernt in</translation>
    </message>
    <message>
        <source>Kept out for</source>
        <translation>Ausgesperrt noch</translation>
    </message>
    <message>
        <source>Last report</source>
        <translation>Letzter Bericht</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>Voller Name</translation>
    </message>
    <message>
        <source>As cheetahctl takes it</source>
        <translation>So, wie cheetahctl ihn nimmt</translation>
    </message>
    <message>
        <source>Per window</source>
        <translation>Je Fenster</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Berichte</translation>
    </message>
    <message>
        <source>Sockets</source>
        <translation>Sockets</translation>
    </message>
    <message>
        <source>Connections of clients that it holds</source>
        <translation>Verbindungen von Clients, die er hält</translation>
    </message>
    <message>
        <source>Redis answers in</source>
        <translation>Redis antwortet in</translation>
    </message>
    <message>
        <source>Clock ahead by</source>
        <translation>Uhr geht vor um</translation>
    </message>
    <message>
        <source>How far its clock is ahead of the registry&apos;s</source>
        <translation>Wie weit seine Uhr der der Registry voraus ist</translation>
    </message>
    <message>
        <source>Listens at</source>
        <translation>Lauscht auf</translation>
    </message>
    <message>
        <source>Advertised as</source>
        <translation>Bekannt als</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>Nicht bereit</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Weitere</translation>
    </message>
    <message numerus="yes">
        <source>%n other client(s)</source>
        <translation>
            <numerusform>%n weiterer Client</numerusform>
            <numerusform>%n weitere Clients</numerusform>
        </translation>
    </message>
    <message>
        <source>Connected here</source>
        <translation>Hier verbunden</translation>
    </message>
    <message>
        <source>none</source>
        <comment>clients of a node</comment>
        <translation>keine</translation>
    </message>
    <message>
        <source>Provisions</source>
        <translation>Erzeugt für</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::InspectorView</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>What was selected is gone.</source>
        <translation>Das Ausgewählte ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ausgewählt.</translation>
    </message>
    <message>
        <source>Select a client, window, tab or node in any view.</source>
        <translation>In einer Ansicht einen Client, ein Fenster, einen Tab oder einen Knoten auswählen.</translation>
    </message>
    <message>
        <source>gone</source>
        <comment>state of what was selected</comment>
        <translation>nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>It is gone since %1. This is what was last known of it.</source>
        <translation>Nicht mehr vorhanden seit %1. Dies ist das zuletzt Bekannte.</translation>
    </message>
    <message>
        <source>nothing since this console looks</source>
        <translation>nichts, seit diese Konsole zusieht</translation>
    </message>
    <message>
        <source>History, latest first</source>
        <translation>Verlauf, Neuestes zuerst</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::JournalModel</name>
    <message>
        <source>%1, %2</source>
        <comment>time, what happened</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>User</source>
        <translation>Benutzer</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>By</source>
        <comment>who acted</comment>
        <translation>Durch</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::JournalView</name>
    <message>
        <source>Journal</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>A live coordination record, not a task ledger.</source>
        <translation>Eine laufende Aufzeichnung der Koordination, kein Aufgabenverzeichnis.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n older entries were dropped.</source>
        <translation>
            <numerusform>%n älterer Eintrag wurde verworfen.</numerusform>
            <numerusform>%n ältere Einträge wurden verworfen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>Noch ist nichts geschehen.</translation>
    </message>
    <message>
        <source>What clients, tasks and operators do appears here as it happens.</source>
        <translation>Was Clients, Aufgaben und Operatoren tun, erscheint hier, sobald es geschieht.</translation>
    </message>
    <message>
        <source>What this entry is about is gone.</source>
        <translation>Das, worum es in diesem Eintrag geht, ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>Explain…</source>
        <translation>Erklären…</translation>
    </message>
    <message>
        <source>Evidence of this command</source>
        <translation>Nachweis zu diesem Befehl</translation>
    </message>
    <message>
        <source>Evidence of this task</source>
        <translation>Nachweis zu dieser Aufgabe</translation>
    </message>
    <message>
        <source>Show the tab</source>
        <translation>Tab anzeigen</translation>
    </message>
    <message>
        <source>Show the client</source>
        <translation>Client anzeigen</translation>
    </message>
    <message>
        <source>What was asked is not kept with this entry. The explanation is for user %1 without requirements, as things are now; add them there.</source>
        <translation>Bei diesem Eintrag ist nicht aufbewahrt, was gefragt war. Die Erklärung gilt für Benutzer %1 ohne Bedingungen, nach jetzigem Stand; dort lassen sie sich ergänzen.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::KeyboardPage</name>
    <message>
        <source>Keyboard</source>
        <comment>page of the settings</comment>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>Actions and their shortcuts</source>
        <translation>Aktionen und ihre Tastenkürzel</translation>
    </message>
    <message>
        <source>None</source>
        <comment>no shortcut</comment>
        <translation>Keines</translation>
    </message>
    <message>
        <source>Use it here</source>
        <translation>Hier verwenden</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>Neues Tastenkürzel</translation>
    </message>
    <message>
        <source>Shortcut of “%1”:</source>
        <translation>Tastenkürzel für „%1“:</translation>
    </message>
    <message>
        <source>Nothing matches.</source>
        <translation>Nichts passt.</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no shortcut</comment>
        <translation>keines</translation>
    </message>
    <message>
        <source>Back to the standard: %1</source>
        <translation>Zurück zum Standard: %1</translation>
    </message>
    <message>
        <source>%1 belongs to “%2” already.</source>
        <translation>%1 gehört bereits zu „%2“.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::LogModel</name>
    <message>
        <source>debug</source>
        <comment>log level</comment>
        <translation>Debug</translation>
    </message>
    <message>
        <source>info</source>
        <comment>log level</comment>
        <translation>Info</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>log level</comment>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <comment>log level</comment>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>%1, %2, %3: %4</source>
        <comment>time, level, category, text</comment>
        <translation>%1, %2, %3: %4</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::LogView</name>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message numerus="yes">
        <source>%n older lines were dropped.</source>
        <translation>
            <numerusform>%n ältere Zeile wurde verworfen.</numerusform>
            <numerusform>%n ältere Zeilen wurden verworfen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was logged yet.</source>
        <translation>Noch wurde nichts protokolliert.</translation>
    </message>
    <message>
        <source>Lines of the console, an embedded node and the browsers started here appear here.</source>
        <translation>Zeilen der Konsole, eines eingebetteten Knotens und der hier gestarteten Browser erscheinen hier.</translation>
    </message>
    <message>
        <source>Save what is shown…</source>
        <translation>Angezeigtes speichern…</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>Log speichern</translation>
    </message>
    <message>
        <source>Log files (*.log);;All files (*)</source>
        <translation>Log-Dateien (*.log);;Alle Dateien (*)</translation>
    </message>
    <message numerus="yes">
        <source>%n lines were saved to %1.</source>
        <translation>
            <numerusform>%n Zeile wurde in %1 gespeichert.</numerusform>
            <numerusform>%n Zeilen wurden in %1 gespeichert.</numerusform>
        </translation>
    </message>
    <message>
        <source>The log could not be saved to %1: %2.</source>
        <translation>Das Log konnte nicht in %1 gespeichert werden: %2.</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle Stufen</translation>
    </message>
    <message>
        <source>Info and above</source>
        <translation>Info und darüber</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Errors only</source>
        <translation>Nur Fehler</translation>
    </message>
    <message>
        <source>Lowest level shown</source>
        <translation>Niedrigste angezeigte Stufe</translation>
    </message>
    <message>
        <source>Save what is shown as a file</source>
        <translation>Angezeigtes als Datei speichern</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::MainWindow</name>
    <message>
        <source>%1 – Cheetah</source>
        <comment>title of a window</comment>
        <translation>%1 – Cheetah</translation>
    </message>
    <message>
        <source>The node is going down: it ends what is under way…</source>
        <translation>Der Knoten fährt herunter: Laufendes wird beendet…</translation>
    </message>
    <message>
        <source>The node is going down: it ends the leases…</source>
        <translation>Der Knoten fährt herunter: Belegungen werden beendet…</translation>
    </message>
    <message>
        <source>The node is going down: it stops its parts…</source>
        <translation>Der Knoten fährt herunter: Seine Teile werden gestoppt…</translation>
    </message>
    <message>
        <source>The node is going down: it closes what is left…</source>
        <translation>Der Knoten fährt herunter: Verbliebenes wird geschlossen…</translation>
    </message>
    <message numerus="yes">
        <source>%n lease(s)</source>
        <comment>that end with the window</comment>
        <translation>
            <numerusform>%n Belegung</numerusform>
            <numerusform>%n Belegungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) of clients</source>
        <comment>that end with the window</comment>
        <translation>
            <numerusform>%n Client-Verbindung</numerusform>
            <numerusform>%n Client-Verbindungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n browser(s) started here</source>
        <comment>that end with the window</comment>
        <translation>
            <numerusform>%n hier gestarteter Browser</numerusform>
            <numerusform>%n hier gestartete Browser</numerusform>
        </translation>
    </message>
    <message>
        <source>The node runs in this window. With it will end:</source>
        <translation>Der Knoten läuft in diesem Fenster. Mit ihm enden:</translation>
    </message>
    <message>
        <source>With this window will end:</source>
        <translation>Mit diesem Fenster enden:</translation>
    </message>
    <message>
        <source>End them and close</source>
        <translation>Beenden und schließen</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>Ending the browsers…</source>
        <translation>Browser werden beendet…</translation>
    </message>
    <message>
        <source>This takes long. Close the window again to leave at once.</source>
        <translation>Dies dauert lange. Das Fenster erneut schließen, um sofort zu beenden.</translation>
    </message>
    <message>
        <source>Leaving the node…</source>
        <translation>Knoten wird verlassen…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Bereiche</translation>
    </message>
    <message>
        <source>&amp;Act</source>
        <translation>A&amp;ktionen</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>Werkzeugleiste</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::NoClientYet</name>
    <message>
        <source>No client yet.</source>
        <translation>Noch kein Client.</translation>
    </message>
    <message>
        <source>A browser that connects brings its tabs, and they can be leased.</source>
        <translation>Ein Browser, der sich verbindet, bringt seine Tabs mit, und sie können belegt werden.</translation>
    </message>
    <message>
        <source>Clients show here when they connect.</source>
        <translation>Clients erscheinen hier, sobald sie sich verbinden.</translation>
    </message>
    <message>
        <source>Add a browser…</source>
        <translation>Browser hinzufügen…</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>button</comment>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>For a browser client: connect to this &amp;endpoint</source>
        <translation>Für einen Browser-Client: mit diesem &amp;Endpunkt verbinden</translation>
    </message>
    <message>
        <source>Copy the endpoint</source>
        <translation>Endpunkt kopieren</translation>
    </message>
    <message>
        <source>Or start Chromium with this co&amp;mmand</source>
        <translation>Oder Chromium mit diesem Be&amp;fehl starten</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Befehl kopieren</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::NodeRows</name>
    <message>
        <source>Node %1 is %2</source>
        <translation>Knoten %1 ist %2</translation>
    </message>
    <message>
        <source>Node %1 is %2: %3</source>
        <translation>Knoten %1 ist %2: %3</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::NodeWords</name>
    <message>
        <source>ready</source>
        <comment>state of a node</comment>
        <translation>bereit</translation>
    </message>
    <message>
        <source>ready, with warnings</source>
        <comment>state of a node</comment>
        <translation>bereit, mit Warnungen</translation>
    </message>
    <message>
        <source>draining</source>
        <comment>state of a node</comment>
        <translation>fährt leer</translation>
    </message>
    <message>
        <source>not ready</source>
        <comment>state of a node</comment>
        <translation>nicht bereit</translation>
    </message>
    <message>
        <source>not heard of</source>
        <comment>state of a node</comment>
        <translation>nicht zu hören</translation>
    </message>
    <message>
        <source>not known</source>
        <comment>state of a node</comment>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds</comment>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 s</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::NodesView</name>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>No node has told of itself yet</source>
        <translation>Noch kein Knoten hat sich gemeldet</translation>
    </message>
    <message>
        <source>Nodes enter the deployment when they start. More of them share one fleet on a Redis: start each with cheetahd --registry redis://HOST --node-id NAME.</source>
        <translation>Knoten treten dem Deployment bei, wenn sie starten. Mehrere teilen sich einen Bestand auf einem Redis: jeden starten mit cheetahd --registry redis://HOST --node-id NAME.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::NoticeBar</name>
    <message>
        <source>There is no connection. It is tried again by itself.</source>
        <translation>Keine Verbindung. Ein neuer Versuch erfolgt von selbst.</translation>
    </message>
    <message>
        <source>%1 It is tried again by itself.</source>
        <translation>%1 Ein neuer Versuch erfolgt von selbst.</translation>
    </message>
    <message>
        <source>What you see is as it was; nothing can be done until it is back.</source>
        <translation>Angezeigt wird der letzte Stand; bis zur Rückkehr der Verbindung ist nichts möglich.</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>Jetzt erneut versuchen</translation>
    </message>
    <message>
        <source>The node refused this console. %1</source>
        <translation>Der Knoten hat diese Konsole abgewiesen. %1</translation>
    </message>
    <message>
        <source>Connect differently…</source>
        <translation>Anders verbinden…</translation>
    </message>
    <message>
        <source>Nothing was heard from the node for more than ten seconds. What you see may be old; actions are off until it answers.</source>
        <translation>Seit mehr als zehn Sekunden kam nichts vom Knoten. Die Anzeige ist möglicherweise veraltet; Aktionen sind aus, bis er antwortet.</translation>
    </message>
    <message>
        <source>Another deployment answers at this address now: %1, before it was %2. Everything is shown anew.</source>
        <translation>Unter dieser Adresse antwortet jetzt ein anderes Deployment: %1, vorher %2. Alles wird neu angezeigt.</translation>
    </message>
    <message>
        <source>The node was started anew. What it knew before, it has forgotten: leases and journal begin again.</source>
        <translation>Der Knoten wurde neu gestartet. Was er vorher wusste, hat er vergessen: Belegungen und Journal beginnen von vorn.</translation>
    </message>
    <message>
        <source>The node&apos;s clock is %1 ahead of this machine&apos;s. Times left are counted by the node&apos;s clock.</source>
        <translation>Die Uhr des Knotens geht gegenüber der dieses Rechners um %1 vor. Restzeiten werden nach der Uhr des Knotens gezählt.</translation>
    </message>
    <message>
        <source>The node&apos;s clock is %1 behind this machine&apos;s. Times left are counted by the node&apos;s clock.</source>
        <translation>Die Uhr des Knotens geht gegenüber der dieses Rechners um %1 nach. Restzeiten werden nach der Uhr des Knotens gezählt.</translation>
    </message>
    <message numerus="yes">
        <source>Paused at revision %1. %n change(s) wait.</source>
        <translation>
            <numerusform>Angehalten bei Revision %1. %n Änderung wartet.</numerusform>
            <numerusform>Angehalten bei Revision %1. %n Änderungen warten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Paused at revision %1. Nothing has changed since.</source>
        <translation>Angehalten bei Revision %1. Seither hat sich nichts geändert.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::OperatorControls</name>
    <message>
        <source>&amp;Drain client…</source>
        <translation>Client &amp;leerfahren…</translation>
    </message>
    <message>
        <source>&amp;End drain of client…</source>
        <translation>Leerfahren des &amp;Clients beenden…</translation>
    </message>
    <message>
        <source>No client is selected.</source>
        <translation>Kein Client ausgewählt.</translation>
    </message>
    <message>
        <source>This client does not drain.</source>
        <translation>Dieser Client wird nicht leergefahren.</translation>
    </message>
    <message>
        <source>Drain &amp;window…</source>
        <translation>Fenster leerf&amp;ahren…</translation>
    </message>
    <message>
        <source>End drain of w&amp;indow…</source>
        <translation>Leerfahren des Fen&amp;sters beenden…</translation>
    </message>
    <message>
        <source>No window is selected.</source>
        <translation>Kein Fenster ausgewählt.</translation>
    </message>
    <message>
        <source>This window does not drain.</source>
        <translation>Dieses Fenster wird nicht leergefahren.</translation>
    </message>
    <message>
        <source>Drain &amp;node…</source>
        <translation>&amp;Knoten leerfahren…</translation>
    </message>
    <message>
        <source>End drain of n&amp;ode…</source>
        <translation>Leerfahren des Kno&amp;tens beenden…</translation>
    </message>
    <message>
        <source>No node is selected.</source>
        <translation>Kein Knoten ausgewählt.</translation>
    </message>
    <message>
        <source>This node does not drain.</source>
        <translation>Dieser Knoten wird nicht leergefahren.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ausgewählt.</translation>
    </message>
    <message>
        <source>&amp;Release…</source>
        <translation>&amp;Freigeben…</translation>
    </message>
    <message>
        <source>This tab has no lease.</source>
        <translation>Dieser Tab hat keine Belegung.</translation>
    </message>
    <message>
        <source>Nothing that is selected has a lease.</source>
        <translation>Nichts Ausgewähltes hat eine Belegung.</translation>
    </message>
    <message>
        <source>&amp;Settle…</source>
        <translation>Klä&amp;ren…</translation>
    </message>
    <message>
        <source>No command is unresolved there, so nothing settles.</source>
        <translation>Dort ist kein Befehl ungeklärt, also ist nichts in Klärung.</translation>
    </message>
    <message>
        <source>Dis&amp;connect client…</source>
        <translation>Client tre&amp;nnen…</translation>
    </message>
    <message>
        <source>This client is not connected.</source>
        <translation>Dieser Client ist nicht verbunden.</translation>
    </message>
    <message>
        <source>Copy &amp;id</source>
        <translation>&amp;ID kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>Als &amp;JSON kopieren</translation>
    </message>
    <message>
        <source>Copy as co&amp;mmand</source>
        <translation>Als &amp;Befehl kopieren</translation>
    </message>
    <message>
        <source>This is a demo: no node is there that a command could reach.</source>
        <translation>Dies ist eine Demo: Es gibt keinen Knoten, den ein Befehl erreichen könnte.</translation>
    </message>
    <message>
        <source>Show in i&amp;nspector</source>
        <translation>Im Ins&amp;pektor anzeigen</translation>
    </message>
    <message>
        <source>&amp;Explain…</source>
        <translation>&amp;Erklären…</translation>
    </message>
    <message>
        <source>E&amp;vidence of its commands</source>
        <translation>Nach&amp;weis zu den Befehlen</translation>
    </message>
    <message>
        <source>No tab is selected.</source>
        <translation>Kein Tab ausgewählt.</translation>
    </message>
    <message>
        <source>This tab has no task and no unresolved command.</source>
        <translation>Dieser Tab hat keine Aufgabe und keinen ungeklärten Befehl.</translation>
    </message>
    <message>
        <source>&amp;Add a browser…</source>
        <translation>Browser hin&amp;zufügen…</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::OverviewView</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindung wird aufgebaut…</translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) need attention</source>
        <translation>
            <numerusform>%n Sache braucht Aufmerksamkeit</numerusform>
            <numerusform>%n Sachen brauchen Aufmerksamkeit</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready. No client is connected yet.</source>
        <translation>Bereit. Noch kein Client verbunden.</translation>
    </message>
    <message numerus="yes">
        <source>All is well: %1 of %n tab(s) leased, nothing needs attention</source>
        <translation>
            <numerusform>Alles in Ordnung: %1 von %n Tab belegt, nichts braucht Aufmerksamkeit</numerusform>
            <numerusform>Alles in Ordnung: %1 von %n Tabs belegt, nichts braucht Aufmerksamkeit</numerusform>
        </translation>
    </message>
    <message>
        <source>as of revision %1 · %2</source>
        <translation>Stand: Revision %1 · %2</translation>
    </message>
    <message numerus="yes">
        <source>in %n window(s)</source>
        <translation>
            <numerusform>in %n Fenster</numerusform>
            <numerusform>in %n Fenstern</numerusform>
        </translation>
    </message>
    <message>
        <source>can be leased now</source>
        <translation>können jetzt belegt werden</translation>
    </message>
    <message>
        <source>%1 % of all</source>
        <comment>share of leased tabs</comment>
        <translation>%1 % von allen</translation>
    </message>
    <message>
        <source>leases do not expire here</source>
        <translation>Belegungen laufen hier nicht ab</translation>
    </message>
    <message>
        <source>unless renewed</source>
        <translation>sofern nicht verlängert</translation>
    </message>
    <message>
        <source>in the last minute</source>
        <translation>in der letzten Minute</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>clients connected of all</comment>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%n disconnected</source>
        <translation>
            <numerusform>%n getrennt</numerusform>
            <numerusform>%n getrennt</numerusform>
        </translation>
    </message>
    <message>
        <source>all connected</source>
        <translation>alle verbunden</translation>
    </message>
    <message>
        <source>nothing sent lately</source>
        <translation>in letzter Zeit nichts gesendet</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>parts that work of all</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>all parts work</source>
        <translation>alle Teile arbeiten</translation>
    </message>
    <message>
        <source>something does not work</source>
        <translation>etwas arbeitet nicht</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>Shows all tabs</source>
        <translation>Zeigt alle Tabs</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>Verfügbar</translation>
    </message>
    <message>
        <source>Shows the tabs that are idle</source>
        <translation>Zeigt die freien Tabs</translation>
    </message>
    <message>
        <source>Assigned</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Shows who holds what</source>
        <translation>Zeigt, wer was belegt</translation>
    </message>
    <message>
        <source>End within 30 s</source>
        <translation>Enden innerhalb von 30 s</translation>
    </message>
    <message>
        <source>Shows the leases that end soon</source>
        <translation>Zeigt die bald endenden Belegungen</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Shows the requests that got nothing</source>
        <translation>Zeigt die Anfragen, die nichts erhielten</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Shows who waits for a tab</source>
        <translation>Zeigt, wer auf einen Tab wartet</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Clients</translation>
    </message>
    <message>
        <source>Shows the clients in the fleet tree</source>
        <translation>Zeigt die Clients im Flottenbaum</translation>
    </message>
    <message>
        <source>Shows how dispatching went</source>
        <translation>Zeigt den Verlauf der Befehlsvermittlung</translation>
    </message>
    <message>
        <source>Parts of the node</source>
        <translation>Teile des Knotens</translation>
    </message>
    <message>
        <source>Shows what works and what does not</source>
        <translation>Zeigt, was arbeitet und was nicht</translation>
    </message>
    <message>
        <source>Needs attention</source>
        <translation>Braucht Aufmerksamkeit</translation>
    </message>
    <message>
        <source>What needs attention</source>
        <translation>Was Aufmerksamkeit braucht</translation>
    </message>
    <message>
        <source>Enter shows what a line is about; the context menu has what helps.</source>
        <translation>Die Eingabetaste zeigt, worum es in einer Zeile geht; Abhilfe bietet das Kontextmenü.</translation>
    </message>
    <message>
        <source>Nothing needs attention.</source>
        <translation>Nichts braucht Aufmerksamkeit.</translation>
    </message>
    <message>
        <source>Problems show here by themselves, the worst first.</source>
        <translation>Probleme erscheinen hier von selbst, die schwersten zuerst.</translation>
    </message>
    <message>
        <source>in the queue</source>
        <translation>in der Schlange</translation>
    </message>
    <message>
        <source>none yet</source>
        <comment>clients</comment>
        <translation>noch keine</translation>
    </message>
    <message>
        <source>p95 %1 ms</source>
        <comment>time until a command is acknowledged, 95th percentile</comment>
        <translation>p95 %1 ms</translation>
    </message>
    <message>
        <source>Commands/s</source>
        <translation>Befehle/s</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::PendingModel</name>
    <message>
        <source>Release: %1</source>
        <comment>an object</comment>
        <translation>Freigeben: %1</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <comment>an action and how it stands</comment>
        <translation>%1. %2.</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <comment>an object and what became of it</comment>
        <translation>%1. %2.</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>Was daraus wurde</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::PendingView</name>
    <message>
        <source>Pending actions</source>
        <translation>Ausstehende Aktionen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>an action and when it is sent</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Nothing was started by hand here.</source>
        <translation>Hier wurde nichts von Hand begonnen.</translation>
    </message>
    <message>
        <source>Select an assignment and press Del to release it. What you start, and what became of it, is listed here.</source>
        <translation>Eine Belegung auswählen und zum Freigeben Entf drücken. Begonnene Aktionen und was aus ihnen wurde, sind hier aufgeführt.</translation>
    </message>
    <message>
        <source>Actions started by hand</source>
        <translation>Von Hand begonnene Aktionen</translation>
    </message>
    <message>
        <source>Time until it is sent</source>
        <translation>Zeit bis zum Senden</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Cancels the action before it is sent</source>
        <translation>Bricht die Aktion ab, bevor sie gesendet wird</translation>
    </message>
    <message>
        <source>Cancel what is &amp;not sent</source>
        <translation>&amp;Nicht Gesendetes abbrechen</translation>
    </message>
    <message>
        <source>&amp;Retry…</source>
        <translation>&amp;Wiederholen…</translation>
    </message>
    <message>
        <source>Shows anew what is left of it and asks again</source>
        <translation>Zeigt erneut, was davon übrig ist, und fragt noch einmal</translation>
    </message>
    <message>
        <source>C&amp;lear finished</source>
        <translation>Erledigte &amp;löschen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::RedisFields</name>
    <message>
        <source>Type the password, or choose that none is needed.</source>
        <translation>Das Passwort eintippen oder wählen, dass keins nötig ist.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>Eine solche Datei gibt es nicht.</translation>
    </message>
    <message>
        <source>A name has 1 to 128 bytes.</source>
        <translation>Ein Name hat 1 bis 128 Bytes.</translation>
    </message>
    <message>
        <source>Write the address of Redis, such as redis://127.0.0.1:6379 or redis+unix:///run/redis.sock.</source>
        <translation>Die Adresse von Redis angeben, etwa redis://127.0.0.1:6379 oder redis+unix:///run/redis.sock.</translation>
    </message>
    <message>
        <source>Leave the password out here and give it below, so that it is not kept.</source>
        <translation>Das Passwort hier weglassen und unten angeben, damit es nicht aufbewahrt wird.</translation>
    </message>
    <message>
        <source>Address of Redis</source>
        <translation>Adresse von Redis</translation>
    </message>
    <message>
        <source>Name of this node</source>
        <translation>Name dieses Knotens</translation>
    </message>
    <message>
        <source>Password of Redis</source>
        <translation>Passwort von Redis</translation>
    </message>
    <message>
        <source>None needed</source>
        <comment>password of Redis</comment>
        <translation>Keins nötig</translation>
    </message>
    <message>
        <source>From a file</source>
        <translation>Aus einer Datei</translation>
    </message>
    <message>
        <source>Typed in, not kept</source>
        <translation>Eingetippt, nicht aufbewahrt</translation>
    </message>
    <message>
        <source>Automatic</source>
        <comment>name of a node</comment>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>File with the password</source>
        <translation>Datei mit dem Passwort</translation>
    </message>
    <message>
        <source>Where the password of Redis comes from</source>
        <translation>Woher das Passwort von Redis kommt</translation>
    </message>
    <message>
        <source>File with the password of Redis</source>
        <translation>Datei mit dem Passwort von Redis</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::Session</name>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>deployment on node</comment>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>Not connected yet.</source>
        <translation>Noch nicht verbunden.</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>Keine Verbindung.</translation>
    </message>
    <message>
        <source>What you see is older than ten seconds.</source>
        <translation>Der angezeigte Stand ist älter als zehn Sekunden.</translation>
    </message>
    <message>
        <source>The view is paused. Resume it to act on what is true now.</source>
        <translation>Die Ansicht ist angehalten. Fortsetzen, um auf den aktuellen Stand einzuwirken.</translation>
    </message>
    <message>
        <source>Your token may look but not act. Actions need a token with the scope “operator”.</source>
        <translation>Das verwendete Token erlaubt Ansehen, aber keine Aktionen. Aktionen brauchen ein Token mit der Berechtigung „operator“.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::SettingRow</name>
    <message>
        <source>%1 Standard: %2.</source>
        <comment>what a setting does; its standard value</comment>
        <translation>%1 Standard: %2.</translation>
    </message>
    <message>
        <source>Back to the standard: %1</source>
        <translation>Zurück zum Standard: %1</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::Settings</name>
    <message>
        <source>The settings in %1 could not be read, so everything is as at first. The old file is now %2.</source>
        <translation>Die Einstellungen in %1 konnten nicht gelesen werden, daher gilt der Anfangszustand. Die alte Datei heißt jetzt %2.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>No setting matches.</source>
        <translation>Keine Einstellung passt.</translation>
    </message>
    <message>
        <source>Close</source>
        <comment>button</comment>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ShortcutModel</name>
    <message>
        <source>%1, no shortcut</source>
        <comment>an action</comment>
        <translation>%1, kein Tastenkürzel</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>an action and its shortcut</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Action</source>
        <comment>column</comment>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <comment>column</comment>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Standard</source>
        <comment>column: the shortcut at first</comment>
        <translation>Standard</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ShortcutSheet</name>
    <message>
        <source>Looking</source>
        <comment>heading of shortcuts</comment>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Windows</source>
        <comment>heading of shortcuts</comment>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Leases</source>
        <comment>heading of shortcuts</comment>
        <translation>Belegungen</translation>
    </message>
    <message>
        <source>Taking out of use</source>
        <comment>heading of shortcuts</comment>
        <translation>Außer Betrieb nehmen</translation>
    </message>
    <message>
        <source>Finding out</source>
        <comment>heading of shortcuts</comment>
        <translation>Ergründen</translation>
    </message>
    <message>
        <source>Browsers</source>
        <comment>heading of shortcuts</comment>
        <translation>Browser</translation>
    </message>
    <message>
        <source>Copying</source>
        <comment>heading of shortcuts</comment>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Help</source>
        <comment>heading of shortcuts</comment>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>More</source>
        <comment>heading of shortcuts</comment>
        <translation>Weiteres</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>They can be changed in the settings. Enter opens what is selected, Escape leads back.</source>
        <translation>Sie lassen sich in den Einstellungen ändern. Die Eingabetaste öffnet das Ausgewählte, Escape führt zurück.</translation>
    </message>
    <message>
        <source>Close</source>
        <comment>button</comment>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::StartScreen</name>
    <message>
        <source>Cheetah</source>
        <comment>the program</comment>
        <translation>Cheetah</translation>
    </message>
    <message>
        <source>Browser tabs on lease: who holds what, and for how long.</source>
        <translation>Belegung von Browser-Tabs: wer was belegt, und wie lange.</translation>
    </message>
    <message>
        <source>See a demo</source>
        <translation>Eine Demo ansehen</translation>
    </message>
    <message>
        <source>Browsers, tasks and leases as on a real day, played in this window. Nothing is connected and nothing can break.</source>
        <translation>Browser, Aufgaben und Belegungen wie an einem echten Tag, in diesem Fenster abgespielt. Nichts ist verbunden, und nichts kann kaputtgehen.</translation>
    </message>
    <message>
        <source>Show the demo</source>
        <translation>Demo anzeigen</translation>
    </message>
    <message>
        <source>%1 is in use by another program. Choose another port under “Run a node here”; port 0 takes a free one.</source>
        <translation>%1 wird von einem anderen Programm benutzt. Unter „Knoten hier betreiben“ einen anderen Port wählen; Port 0 nimmt einen freien.</translation>
    </message>
    <message>
        <source>it took too long</source>
        <comment>why Redis does not answer</comment>
        <translation>es hat zu lange gedauert</translation>
    </message>
    <message>
        <source>A live node already bears the name %1. Give this one another under “Run a node here”.</source>
        <translation>Ein lebender Knoten trägt schon den Namen %1. Diesem unter „Knoten hier betreiben“ einen anderen geben.</translation>
    </message>
    <message>
        <source>Redis does not answer: %1. See whether it runs, and whether its address is right.</source>
        <translation>Redis antwortet nicht: %1. Nachsehen, ob es läuft und ob die Adresse stimmt.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::StatusLine</name>
    <message>
        <source>revision %1</source>
        <translation>Revision %1</translation>
    </message>
    <message>
        <source>no fleet yet</source>
        <translation>noch keine Flotte</translation>
    </message>
    <message>
        <source>%1 tabs, %2 assigned, %3 idle</source>
        <translation>%1 Tabs, %2 belegt, %3 frei</translation>
    </message>
    <message numerus="yes">
        <source>, %n expiring within 30 s</source>
        <translation>
            <numerusform>, %n läuft innerhalb von 30 s ab</numerusform>
            <numerusform>, %n laufen innerhalb von 30 s ab</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 events/s</source>
        <translation>%1 Ereignisse/s</translation>
    </message>
    <message numerus="yes">
        <source>%n action(s) under way</source>
        <translation>
            <numerusform>%n Aktion läuft</numerusform>
            <numerusform>%n Aktionen laufen</numerusform>
        </translation>
    </message>
    <message>
        <source>the node runs in this window</source>
        <translation>der Knoten läuft in diesem Fenster</translation>
    </message>
    <message>
        <source>a demo: nothing here is real</source>
        <translation>eine Demo: Nichts hier ist echt</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TableHeader</name>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TablePage</name>
    <message>
        <source>Nothing matches the filter</source>
        <translation>Nichts passt zum Filter</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) hidden by it.</source>
        <translation>
            <numerusform>%n Zeile durch ihn ausgeblendet.</numerusform>
            <numerusform>%n Zeilen durch ihn ausgeblendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Waiting for the first picture of the fleet</source>
        <translation>Warten auf das erste Abbild der Flotte</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TableView</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Copy &amp;id</source>
        <translation>&amp;ID kopieren</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>Als &amp;JSON kopieren</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TailTable</name>
    <message numerus="yes">
        <source>%n new</source>
        <comment>lines that came at the end</comment>
        <translation>
            <numerusform>%n neue</numerusform>
            <numerusform>%n neue</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TailView</name>
    <message numerus="yes">
        <source>Paused, %n more wait.</source>
        <translation>
            <numerusform>Angehalten, %n weitere wartet.</numerusform>
            <numerusform>Angehalten, %n weitere warten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of %n lines passes the filter.</source>
        <translation>
            <numerusform>Die einzige Zeile (%n) passiert den Filter nicht.</numerusform>
            <numerusform>Keine von %n Zeilen passiert den Filter.</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Filter löschen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Stay at the newest line</source>
        <translation>Bei der neuesten Zeile bleiben</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::ToastWidget</name>
    <message>
        <source>%1 (%2 s)</source>
        <comment>a button: what it does, seconds left</comment>
        <translation>%1 (%2 s)</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s)</source>
        <comment>how often a message came</comment>
        <translation>
            <numerusform>%n-mal</numerusform>
            <numerusform>%n-mal</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TopologyLegend</name>
    <message>
        <source>a fifth of the lease left</source>
        <translation>ein Fünftel der Belegung übrig</translation>
    </message>
    <message>
        <source>nearly over</source>
        <translation>fast vorüber</translation>
    </message>
    <message>
        <source>on its way</source>
        <translation>unterwegs</translation>
    </message>
    <message>
        <source>waiting for a tab</source>
        <translation>wartet auf einen Tab</translation>
    </message>
    <message>
        <source>not well</source>
        <translation>in schlechtem Zustand</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TopologyMap</name>
    <message>
        <source>Not live. This is how it stood at %1.</source>
        <translation>Nicht live. So war der Stand um %1.</translation>
    </message>
    <message>
        <source>Not live.</source>
        <translation>Nicht live.</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TopologyView</name>
    <message>
        <source>Topology</source>
        <translation>Topologie</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Normal size</source>
        <translation>Normale Größe</translation>
    </message>
    <message>
        <source>Whole fleet</source>
        <translation>Ganze Flotte</translation>
    </message>
    <message>
        <source>Group by user</source>
        <translation>Nach Benutzer gruppieren</translation>
    </message>
    <message>
        <source>Newest clients first</source>
        <translation>Neueste Clients zuerst</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legende</translation>
    </message>
    <message>
        <source>Overview map</source>
        <translation>Übersichtskarte</translation>
    </message>
    <message>
        <source>Only matches</source>
        <translation>Nur Treffer</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>size of the map</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Zoom: %1</source>
        <translation>Zoom: %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n match</source>
        <comment>tabs</comment>
        <translation>
            <numerusform>Treffer: %1 von %n</numerusform>
            <numerusform>Treffer: %1 von %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is known of the fleet yet.</source>
        <translation>Von der Flotte ist noch nichts bekannt.</translation>
    </message>
    <message>
        <source>The map appears as soon as the node tells of it.</source>
        <translation>Die Karte erscheint, sobald der Knoten davon berichtet.</translation>
    </message>
    <message>
        <source>No client is connected.</source>
        <translation>Kein Client verbunden.</translation>
    </message>
    <message>
        <source>Add a browser here, or let one connect to this node: it shows up by itself.</source>
        <translation>Hier einen Browser hinzufügen oder einen mit diesem Knoten verbinden: Er erscheint von selbst.</translation>
    </message>
    <message>
        <source>Add a browser…</source>
        <translation>Browser hinzufügen…</translation>
    </message>
    <message>
        <source>No tab matches the filter.</source>
        <translation>Kein Tab passt zum Filter.</translation>
    </message>
    <message numerus="yes">
        <source>%n tab(s) are hidden.</source>
        <translation>
            <numerusform>%n Tab ist ausgeblendet.</numerusform>
            <numerusform>%n Tabs sind ausgeblendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles anzeigen</translation>
    </message>
    <message>
        <source>Map of the fleet</source>
        <translation>Karte der Flotte</translation>
    </message>
    <message>
        <source>Clients with their windows and tabs. Arrow keys move between tabs, Tab between clients, Backspace goes to what holds a thing, Enter shows it in detail.</source>
        <translation>Clients mit ihren Fenstern und Tabs. Pfeiltasten bewegen zwischen Tabs, die Tabulatortaste zwischen Clients, die Rücktaste führt zum übergeordneten Objekt, die Eingabetaste zeigt Einzelheiten.</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>Anordnen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::TopologyWords</name>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>isolated</source>
        <comment>window with cookies of its own</comment>
        <translation>isoliert</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>überfällig</translation>
    </message>
    <message>
        <source>on its way</source>
        <translation>unterwegs</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>user / client</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <comment>used/limit</comment>
        <translation>%1/%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 flow(s)</source>
        <translation>
            <numerusform>%1 Flow</numerusform>
            <numerusform>%1 Flows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 window(s)</source>
        <translation>
            <numerusform>%1 Fenster</numerusform>
            <numerusform>%1 Fenster</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 tab(s)</source>
        <translation>
            <numerusform>%1 Tab</numerusform>
            <numerusform>%1 Tabs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n assigned</source>
        <comment>tabs</comment>
        <translation>
            <numerusform>%n belegt</numerusform>
            <numerusform>%n belegt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reserved</source>
        <comment>places</comment>
        <translation>
            <numerusform>%n reserviert</numerusform>
            <numerusform>%n reserviert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n reserved</source>
        <comment>used tabs, places</comment>
        <translation>
            <numerusform>%1, %n reserviert</numerusform>
            <numerusform>%1, %n reserviert</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <comment>used tabs, reserved places</comment>
        <translation>%1 +%2</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <translation>
            <numerusform>%n Client</numerusform>
            <numerusform>%n Clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tab(s)</source>
        <translation>
            <numerusform>%n Tab</numerusform>
            <numerusform>%n Tabs</numerusform>
        </translation>
    </message>
    <message>
        <source>draining, %1 left</source>
        <translation>wird leergefahren, noch %1</translation>
    </message>
    <message>
        <source>draining</source>
        <translation>wird leergefahren</translation>
    </message>
    <message>
        <source>drained</source>
        <translation>leergefahren</translation>
    </message>
    <message>
        <source>drain over, leases kept</source>
        <translation>Leerfahren vorüber, Belegungen behalten</translation>
    </message>
    <message>
        <source>drained by force</source>
        <translation>zwangsweise leergefahren</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>Flows</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>getrennt</translation>
    </message>
    <message>
        <source>disconnected %1</source>
        <comment>such as: 12 s ago</comment>
        <translation>getrennt %1</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <comment>requests for a tab</comment>
        <translation>
            <numerusform>%n wartet</numerusform>
            <numerusform>%n warten</numerusform>
        </translation>
    </message>
    <message>
        <source>new isolated window</source>
        <translation>neues isoliertes Fenster</translation>
    </message>
    <message>
        <source>new window</source>
        <translation>neues Fenster</translation>
    </message>
    <message>
        <source>new tab</source>
        <translation>neuer Tab</translation>
    </message>
    <message>
        <source>Flow “%1”</source>
        <translation>Flow „%1“</translation>
    </message>
    <message>
        <source>Tab “%1”</source>
        <translation>Tab „%1“</translation>
    </message>
    <message numerus="yes">
        <source>%1, assigned to task %2, expires in %n second(s)</source>
        <comment>a tab</comment>
        <translation>
            <numerusform>%1, belegt von Aufgabe %2, läuft in %n Sekunde ab</numerusform>
            <numerusform>%1, belegt von Aufgabe %2, läuft in %n Sekunden ab</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, assigned to task %2</source>
        <comment>a tab</comment>
        <translation>%1, belegt von Aufgabe %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a tab, its state</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>User %1, %2</source>
        <translation>Benutzer %1, %2</translation>
    </message>
    <message>
        <source>Client %1, %2, %3</source>
        <comment>name, connection, usage</comment>
        <translation>Client %1, %2, %3</translation>
    </message>
    <message>
        <source>Window “%1”, %2</source>
        <comment>title, usage of tabs</comment>
        <translation>Fenster „%1“, %2</translation>
    </message>
    <message>
        <source>Reserved: %1, %2 left</source>
        <comment>what is being made, time</comment>
        <translation>Reserviert: %1, noch %2</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>Belegung</translation>
    </message>
    <message>
        <source>%1 left</source>
        <comment>time</comment>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>does not run out</source>
        <translation>läuft nicht ab</translation>
    </message>
    <message>
        <source>Held at most</source>
        <translation>Belegt höchstens</translation>
    </message>
    <message>
        <source>%1 more</source>
        <comment>time</comment>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>Belegt seit</translation>
    </message>
    <message>
        <source>Renewed</source>
        <translation>Verlängert</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s), last %1</source>
        <translation>
            <numerusform>%n-mal, zuletzt %1</numerusform>
            <numerusform>%n-mal, zuletzt %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Through node</source>
        <translation>Über Knoten</translation>
    </message>
    <message>
        <source>Held with</source>
        <translation>Belegt mit</translation>
    </message>
    <message>
        <source>Settling</source>
        <translation>In Klärung</translation>
    </message>
    <message numerus="yes">
        <source>%n command(s) without an answer</source>
        <translation>
            <numerusform>%n Befehl ohne Antwort</numerusform>
            <numerusform>%n Befehle ohne Antwort</numerusform>
        </translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>Zurückgehalten für</translation>
    </message>
    <message>
        <source>who asked for it is not known yet</source>
        <translation>noch nicht bekannt, wer danach gefragt hat</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>in front of its window</source>
        <translation>im Vordergrund des Fensters</translation>
    </message>
    <message>
        <source>opened by us</source>
        <translation>von hier geöffnet</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>count, state</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Tabs</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>has the focus</source>
        <translation>hat den Fokus</translation>
    </message>
    <message>
        <source>isolated: cookies and storage of its own</source>
        <translation>isoliert: eigene Cookies und eigener Speicher</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>Leerfahren</translation>
    </message>
    <message>
        <source>Window id</source>
        <translation>Fenster-ID</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Its leases end</source>
        <translation>Belegungen enden</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>time</comment>
        <translation>in %1</translation>
    </message>
    <message>
        <source>Forgotten</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Kept out</source>
        <translation>Ausgesperrt</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Nutzung</translation>
    </message>
    <message>
        <source>Metadata</source>
        <translation>Metadaten</translation>
    </message>
    <message>
        <source>Drain of its node</source>
        <translation>Leerfahren des Knotens</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Connected since</source>
        <translation>Verbunden seit</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>within %1</source>
        <comment>time</comment>
        <translation>innerhalb von %1</translation>
    </message>
    <message>
        <source>overdue since %1</source>
        <comment>time</comment>
        <translation>überfällig seit %1</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>done, not yet seen in a report</source>
        <translation>erledigt, noch in keinem Bericht gesehen</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keine</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Provision</source>
        <translation>Erzeugung</translation>
    </message>
    <message>
        <source>waits for %1, %2 left</source>
        <comment>any, new-tab …; time</comment>
        <translation>wartet auf %1, noch %2</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>requests</comment>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a tab; what is under way, such as: Releasing…</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Under way</source>
        <translation>In Arbeit</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::WaiterRows</name>
    <message>
        <source>anything</source>
        <translation>beliebig</translation>
    </message>
    <message numerus="yes">
        <source>Task %1 of user %2 waits and gives up in %n second(s)</source>
        <translation>
            <numerusform>Aufgabe %1 von Benutzer %2 wartet und gibt in %n Sekunde auf</numerusform>
            <numerusform>Aufgabe %1 von Benutzer %2 wartet und gibt in %n Sekunden auf</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>cheetah::gui::WaitersView</name>
    <message>
        <source>&amp;Explain why it waits</source>
        <translation>&amp;Erklären, warum gewartet wird</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartend</translation>
    </message>
    <message>
        <source>Nobody waits</source>
        <translation>Niemand wartet</translation>
    </message>
    <message>
        <source>Whoever asks for a tab gets one at once, or is told why not.</source>
        <translation>Wer einen Tab anfordert, erhält sofort einen oder erfährt den Grund.</translation>
    </message>
    <message>
        <source>Waiting requests</source>
        <translation>Wartende Anfragen</translation>
    </message>
</context>
<context>
    <name>cheetah::gui::WindowLayout</name>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Float</source>
        <comment>a panel beside the window</comment>
        <translation>Abdocken</translation>
    </message>
    <message>
        <source>Close</source>
        <comment>a panel</comment>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 (Ctrl+%2)</source>
        <translation>%1 (Strg+%2)</translation>
    </message>
</context>
<context>
    <name>std</name>
    <message>
        <source>{by}: set {setting} to {value} for the whole deployment</source>
        <translation>{by}: {setting} für das ganze Deployment auf {value} gesetzt</translation>
    </message>
    <message>
        <source>{by}: {setting} could not be set to {value} for the whole deployment</source>
        <translation>{by}: {setting} ließ sich für das ganze Deployment nicht auf {value} setzen</translation>
    </message>
</context>
</TS>
