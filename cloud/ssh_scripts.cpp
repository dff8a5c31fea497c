#include "cloud/ssh_scripts.h"

#include <QList>

namespace yardstick {
namespace {

constexpr const char* kBegin = "yardstick-begin\n";
constexpr const char* kEnd = "\nyardstick-end\n";

/// Goes to the root folder; a relative one is below the home folder.
constexpr const char* kEnter = R"sh(
cd || { echo 'fault home'; return; }
case $root in '') root=.yardstick;; '~/'*) root=${root#'~/'};; esac
)sh";

/// Sets alive and restarted from $run/pid.
constexpr const char* kLook = R"sh(
alive=0; restarted=0; pid=
look() {
    [ -s "$1/pid" ] && read -r pid begun boot < "$1/pid" || return
    read -r now < /proc/sys/kernel/random/boot_id
    if [ "$boot" != "$now" ]; then restarted=1; return; fi
    read -r line < "/proc/$pid/stat" || return
    set -- ${line##*) }
    case $1 in Z|X|x) return;; esac
    if [ "${20}" = "$begun" ]; then alive=1; fi
}
)sh";

constexpr const char* kFindWorker = R"sh(
case $worker in
    '') worker=$(command -v yardstick-worker) || worker=yardstick-worker;;
    '~/'*) worker=$HOME/${worker#'~/'};;
    /*) ;;
    *) worker=$HOME/$worker;;
esac
)sh";

constexpr const char* kPrepare = R"sh(
umask 077
mkdir -p -- "$root" && cd -- "$root" && mkdir -p jobs data files || { echo 'fault root'; return; }
printf 'root %s\n' "$(pwd -P)"
[ -f "$worker" ] && [ -x "$worker" ] && printf 'worker %s\n' "$worker"
for tool in rsync sha256sum base64 setsid stat; do
    command -v $tool >/dev/null && echo "tool $tool"
done
[ -d "jobs/$token/started" ] && echo started
while read -r key; do
    case $key in
        '') ;;
        data/*) if [ -e "$key/complete" ]; then echo "have $key"; else mkdir -p "$key/files"; fi;;
        *) [ -e "$key" ] && echo "have $key";;
    esac
done <<'yardstick-list'
)sh";

constexpr const char* kStart = R"sh(
umask 077
cd -- "$root" || { echo 'fault root'; return; }
run=$PWD/jobs/$token
mkdir -p -- "$run" && cd -- "$run" || { echo 'fault root'; return; }
if [ ! -d started ] && [ ! -e exit.json ]; then
    [ -f "$worker" ] && [ -x "$worker" ] || { echo 'fault worker'; return; }
    printf %s "$job" | base64 -d > "job.tmp.$$" && mv -f "job.tmp.$$" job.json || { echo 'fault write'; return; }
    if mkdir started; then
        setsid sh -c '
            worker=$1; mode=$2; run=$3
            read -r line < /proc/$$/stat
            read -r boot < /proc/sys/kernel/random/boot_id
            set -- ${line##*) }
            echo "$$ ${20} $boot" > pid.tmp && mv -f pid.tmp pid || exit 1
            exec "$worker" "$mode" "$run"' yardstick-job "$worker" "$mode" "$run" </dev/null >>log.txt 2>&1 &
    fi
fi
tries=0
while [ ! -s pid ] && [ $tries -lt 50 ]; do sleep 0.1; tries=$((tries + 1)); done
if [ -s pid ]; then printf 'pid %s\n' "$(cat pid)"; else echo waiting; fi
)sh";

constexpr const char* kState = R"sh(
cd -- "$root" || { echo 'fault root'; return; }
cd "jobs/$token" || { echo gone; return; }
look .
ended=0; since=0
if [ -e exit.json ]; then ended=1; since=$(($(date +%s) - $(stat -c %Y exit.json)))
elif [ -z "$pid" ]; then since=$(($(date +%s) - $(stat -c %Y started 2>/dev/null || date +%s))); fi
echo "life $ended $alive $restarted $since"
)sh";

constexpr const char* kTail = R"sh(
cd -- "$root" && cd "jobs/$token" || { echo gone; return; }
ended=0; [ -e exit.json ] && ended=1
take() {
    [ -e "$1" ] || return
    set -- "$1" "$2" "$3" $(stat -c '%i %s' "$1")
    count=$(($5 - $2))
    [ $count -lt 0 ] && count=0
    [ $count -gt $3 ] && count=$3
    echo "file $1 $4 $5 $count"
    [ $count -gt 0 ] && tail -c "+$(($2 + 1))" "$1" | head -c "$count"
}
take events.jsonl "$events" "$limit"
take log.txt "$log" "$limit"
[ $ended = 1 ] && take exit.json 0 65536
)sh";

constexpr const char* kStop = R"sh(
cd -- "$root" || { echo 'fault root'; return; }
cd "jobs/$token" || { echo gone; return; }
[ $hard = 1 ] || [ -e stop ] || true > stop || { echo 'fault write'; return; }
look .
[ $alive = 1 ] || return
if [ $hard = 1 ]; then kill -KILL -- "-$pid" || kill -KILL "$pid"
elif [ -s worker.lock ]; then kill -TERM -- "-$pid" || kill -TERM "$pid"; fi
)sh";

constexpr const char* kSum = R"sh(
sum() {
    if [ -f "$1" ]; then set -- $(sha256sum < "$1"); echo "$1"; else echo -; fi
}
)sh";

constexpr const char* kPrefixDigest = R"sh(
cd -- "$root" && cd "jobs/$token" || { echo gone; return; }
set -- $(head -c "$bytes" "$name" | sha256sum)
echo "sum $1"
)sh";

constexpr const char* kSeal = R"sh(
umask 077
cd -- "$root" && mkdir -p "$key/files" && cd "$key" || { echo 'fault root'; return; }
printf %s "$text" | base64 -d > "data.tmp.$$" && mv -f "data.tmp.$$" data.yaml && true > complete && echo sealed
)sh";

constexpr const char* kAcknowledge = R"sh(
umask 077
cd -- "$root" && cd "jobs/$token" || { echo gone; return; }
printf %s "$text" | base64 -d >> fetched
)sh";

constexpr const char* kInspect = R"sh(
printf 'now %s\n' "$(date +%s.%N)"
printf 'system %s\n' "$(uname -sm)"
printf 'libc %s\n' "$(getconf GNU_LIBC_VERSION 2>/dev/null || echo unknown)"
printf 'cores %s\n' "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)"
while read -r name value unit; do
    case $name in MemTotal:) echo "memory $((value * 1024))";; esac
done < /proc/meminfo
while IFS=: read -r name value; do
    case $name in 'model name'*) echo "cpu$value"; break;; esac
done < /proc/cpuinfo
cat /proc/driver/nvidia/gpus/*/information 2>/dev/null | while IFS=: read -r name value; do
    case $name in Model) echo "gpu" $value;; esac
done
for tool in rsync sha256sum base64 setsid stat; do
    command -v $tool >/dev/null && echo "tool $tool"
done
if command -v rsync >/dev/null; then rsync --version | { read -r a b version rest; echo "rsync $version"; }; fi
if [ -f "$worker" ] && [ -x "$worker" ]; then
    printf 'worker %s\n' "$worker"
    printf 'version %s\n' "$("$worker" --version 2>&1 | head -n 1)"
    [ -z "$ultralytics" ] || printf 'ultralytics %s\n' "$("$worker" backend check --python "$ultralytics" 2>&1 | tail -n 1)"
else
    printf 'missing %s\n' "$worker"
fi
umask 077
mkdir -p -- "$root" && cd -- "$root" || { echo 'fault root'; return; }
printf 'root %s\n' "$(pwd -P)"
[ -w . ] && echo writable
df -Pk . | { read -r skip; read -r device blocks used free rest; echo "free $((free * 1024))"; }
)sh";

QByteArray script(const ScriptParameters& parameters, const std::string& body, const std::string& list = {})
{
    std::string text;
    for (const auto& [name, value] : parameters) {
        text += name + "=" + shellQuoted(value) + "\n";
    }
    text += "main() {\nprintf 'yardstick-begin\\n'\n" + body;
    if (!list.empty()) {
        text += list + "yardstick-list\n";
    }
    // Read whole before it runs: nothing in it can take its own text for input.
    text += "}\nmain </dev/null\nprintf '\\nyardstick-end\\n'\n";
    return QByteArray::fromStdString(text);
}

} // namespace

std::string shellQuoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return out + "'";
}

namespace scripts {

QByteArray prepare(const ScriptParameters& parameters, const std::vector<std::string>& wanted)
{
    std::string list = "\n";
    for (const std::string& key : wanted) { // names of ours: digests
        list += key + "\n";
    }
    return script(parameters, std::string(kEnter) + kFindWorker + kPrepare, list.substr(1) + "\n");
}
QByteArray start(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kEnter) + kFindWorker + kStart);
}
QByteArray state(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kLook) + kEnter + kState);
}
QByteArray tail(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kEnter) + kTail);
}
QByteArray stop(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kLook) + kEnter + kStop);
}
QByteArray digests(const std::string& root, const std::vector<std::string>& files)
{
    std::string body = std::string(kSum) + kEnter + "cd -- \"$root\" || { echo 'fault root'; return; }\n";
    for (const std::string& file : files) {
        body += "sum " + shellQuoted("./" + file) + "\n";
    }
    return script({{"root", root}}, body);
}
QByteArray prefixDigest(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kEnter) + kPrefixDigest);
}
QByteArray sealData(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kEnter) + kSeal);
}
QByteArray acknowledge(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kEnter) + kAcknowledge);
}
QByteArray inspect(const ScriptParameters& parameters)
{
    return script(parameters, std::string(kEnter) + kFindWorker + kInspect);
}

} // namespace scripts

ScriptOutput betweenMarks(const QByteArray& out)
{
    ScriptOutput result;
    const qsizetype begin = out.indexOf(kBegin);
    if (begin < 0) {
        return result;
    }
    result.text = out.mid(begin + qsizetype(qstrlen(kBegin)));
    if (result.text.endsWith(kEnd)) {
        result.text.chop(qsizetype(qstrlen(kEnd)));
        result.whole = true;
    }
    return result;
}

std::optional<std::string> lineOf(const QByteArray& text, const std::string& key)
{
    for (const QByteArray& line : text.split('\n')) {
        if (line == QByteArray::fromStdString(key)) {
            return std::string();
        }
        if (line.startsWith(QByteArray::fromStdString(key + " "))) {
            return line.mid(static_cast<qsizetype>(key.size()) + 1).toStdString();
        }
    }
    return std::nullopt;
}

} // namespace yardstick
