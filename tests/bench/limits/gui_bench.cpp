// SPDX-License-Identifier: Apache-2.0
// Qt Widgets model/view limits. usage: gui_bench <view> <rows> <updates_per_s> <design> <seconds>
//  view: table | tree | treeu (uniformRowHeights) ; design:
//   naive    : every update emits dataChanged(row) from a 1 ms timer
//   batch    : updates are written to the store; a 16 ms frame timer emits one dataChanged per contiguous run of dirty rows
//   visible  : as batch, but only dirty rows in the viewport are emitted; the rest are just cleared
//   bound    : as batch, but a single dataChanged(min,max)
//   proxy    : batch through a QSortFilterProxyModel with dynamic sort on the changing column (naive sorting design)
//   reset    : beginResetModel/endResetModel once per frame (full snapshot design)
//   idle     : no updates
#include <QtCore/QAbstractItemModel>
#include <QtCore/QElapsedTimer>
#include <QtCore/QSortFilterProxyModel>
#include <QtCore/QTimer>
#include <QtGui/QPaintEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QTableView>
#include <QtWidgets/QTreeView>
#include <algorithm>
#include <ctime>
#include <vector>
static double cpu()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
static double tcpu()
{
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
static double wall()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}
static long nData = 0;
class M : public QAbstractTableModel {
public:
    struct R {
        QString id, url, status;
        int tier;
        qint64 lease;
    };
    std::vector<R> r;
    std::vector<char> dirty;
    std::vector<int> dl;
    M(int n) : r(n), dirty(n)
    {
        for (int i = 0; i < n; i++)
            r[i] = {QString("ctx-%1").arg(i, 6, 10, QChar('0')),
                    QString("https://www.example.test/section/%1/page").arg(i), i % 3 ? "idle" : "leased", i % 4, i};
    }
    int rowCount(const QModelIndex &p = {}) const override { return p.isValid() ? 0 : int(r.size()); }
    int columnCount(const QModelIndex &p = {}) const override { return p.isValid() ? 0 : 6; }
    QVariant data(const QModelIndex &x, int role) const override
    {
        nData++;
        const R &a = r[x.row()];
        if (role == Qt::BackgroundRole)
            return x.column() == 2 && a.lease % 2 ? QVariant(QColor(255, 240, 200)) : QVariant();
        if (role != Qt::DisplayRole)
            return {};
        switch (x.column()) {
        case 0:
            return a.id;
        case 1:
            return a.url;
        case 2:
            return a.status;
        case 3:
            return a.tier;
        case 4:
            return a.lease;
        default:
            return QStringLiteral("client-%1").arg(x.row() / 10);
        }
    }
    QVariant headerData(int s, Qt::Orientation o, int role) const override
    {
        if (role != Qt::DisplayRole || o != Qt::Horizontal)
            return {};
        static const char *h[] = {"context", "url", "state", "tier", "lease", "client"};
        return QString::fromLatin1(h[s]);
    }
    void mark(int i)
    {
        r[i].lease++;
        r[i].status = r[i].lease % 2 ? QStringLiteral("leased") : QStringLiteral("idle");
        if (!dirty[i]) {
            dirty[i] = 1;
            dl.push_back(i);
        }
    }
    void one(int i)
    {
        r[i].lease++;
        emit dataChanged(index(i, 2), index(i, 4));
    }
    void runs(int lo, int hi)
    {
        std::sort(dl.begin(), dl.end());
        for (size_t a = 0; a < dl.size();) {
            size_t b = a;
            while (b + 1 < dl.size() && dl[b + 1] == dl[b] + 1)
                b++;
            if (dl[b] >= lo && dl[a] <= hi)
                emit dataChanged(index(dl[a], 2), index(dl[b], 4));
            a = b + 1;
        }
        clr();
    }
    void bound()
    {
        if (!dl.empty()) {
            auto [a, b] = std::minmax_element(dl.begin(), dl.end());
            emit dataChanged(index(*a, 2), index(*b, 4));
        }
        clr();
    }
    void reset()
    {
        beginResetModel();
        endResetModel();
        clr();
    }
    void clr()
    {
        for (int i : dl)
            dirty[i] = 0;
        dl.clear();
    }
};
struct App : QApplication {
    using QApplication::QApplication;
    std::vector<float> paint, paintC;
    bool rec = false;
    QWidget *top = nullptr;
    bool notify(QObject *o, QEvent *e) override
    {
        if (rec && o == top && e->type() == QEvent::UpdateRequest) {
            double a = wall(), c = tcpu();
            bool r = QApplication::notify(o, e);
            paint.push_back((wall() - a) * 1e3);
            paintC.push_back((tcpu() - c) * 1e3);
            return r;
        }
        return QApplication::notify(o, e);
    }
};
static float pct(std::vector<float> v, double p)
{
    if (v.empty())
        return 0;
    size_t i = std::min(v.size() - 1, size_t(v.size() * p));
    std::nth_element(v.begin(), v.begin() + i, v.end());
    return v[i];
}
int main(int argc, char **argv)
{
    App app(argc, argv);
    QString view = argv[1], des = argv[4];
    int rows = atoi(argv[2]);
    double ups = atof(argv[3]), secs = atof(argv[5]);
    M m(rows);
    QAbstractItemView *v;
    QSortFilterProxyModel px;
    QAbstractItemModel *src = &m;
    if (des == "proxy") {
        px.setSourceModel(&m);
        px.setDynamicSortFilter(true);
        px.sort(4);
        src = &px;
    }
    double tb = wall();
    if (view == "table") {
        auto t = new QTableView;
        t->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        t->setModel(src);
        v = t;
    } else {
        auto t = new QTreeView;
        t->setUniformRowHeights(view == "treeu");
        t->setModel(src);
        v = t;
    }
    v->resize(1200, 900);
    v->show();
    app.top = v;
    for (int i = 0; i < 20; i++)
        app.processEvents();
    double build = (wall() - tb) * 1e3;
    std::vector<float> frame, frameC, late;
    quint64 s = 88172645463325252ull;
    auto rnd = [&] {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        return int(s % rows);
    };
    double t0 = wall(), done = 0;
    double c0 = 0;
    auto feed = [&](bool naive) {
        double want = (wall() - t0) * ups;
        if (want - done > ups * .25)
            done = want - ups * .25;
        while (done < want) {
            if (naive)
                m.one(rnd());
            else
                m.mark(rnd());
            done++;
        }
    };
    QTimer src1;
    src1.setTimerType(Qt::PreciseTimer);
    QObject::connect(&src1, &QTimer::timeout, [&] { feed(true); });
    QTimer fr;
    fr.setTimerType(Qt::PreciseTimer);
    QTimer hb;
    hb.setTimerType(Qt::PreciseTimer);
    double lastHb = 0;
    QObject::connect(&fr, &QTimer::timeout, [&] {
        double a = wall(), c = tcpu();
        feed(false);
        if (des == "batch" || des == "proxy")
            m.runs(0, rows);
        else if (des == "bound")
            m.bound();
        else if (des == "reset")
            m.reset();
        else if (des == "visible") {
            int lo = v->indexAt(QPoint(2, 2)).row(), hi = v->indexAt(QPoint(2, v->viewport()->height() - 2)).row();
            m.runs(lo, hi < 0 ? rows : hi);
        }
        frame.push_back((wall() - a) * 1e3);
        frameC.push_back((tcpu() - c) * 1e3);
    });
    QObject::connect(&hb, &QTimer::timeout, [&] {
        double n = wall();
        if (lastHb > 0)
            late.push_back(std::max(0.0, (n - lastHb) * 1e3 - 5));
        lastHb = n;
    });
    if (ups > 0) {
        if (des == "naive")
            src1.start(1);
        else
            fr.start(16);
    }
    hb.start(5);
    app.rec = true;
    t0 = wall();
    c0 = cpu();
    nData = 0;
    QTimer::singleShot(int(secs * 1000), &app, &QApplication::quit);
    app.exec();
    double el = wall() - t0, cp = cpu() - c0;
    std::vector<float> tot;
    for (size_t i = 0; i < app.paintC.size(); i++)
        tot.push_back(app.paintC[i]);
    printf("{\"fps\":%.1f,\"upd_applied_per_s\":%.0f,\"cpu_pct\":%.1f,\"paint_cpu_p50ms\":%.3f,\"paint_cpu_p99ms\":%."
           "3f,\"paint_p99ms\":%.3f,\"emit_cpu_p50ms\":%.3f,\"emit_cpu_p99ms\":%.3f,\"late_p50ms\":%.2f,\"late_p99ms\":"
           "%.2f,\"build_ms\":%.1f,\"data_calls_per_s\":%.0f}\n",
           app.paint.size() / el, done / el, cp / el * 100, pct(app.paintC, .5), pct(app.paintC, .99),
           pct(app.paint, .99), pct(frameC, .5), pct(frameC, .99), pct(late, .5), pct(late, .99), build, nData / el);
    fflush(stdout);
    _exit(0);
}
