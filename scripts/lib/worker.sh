# Sourced by the check scripts: finds the worker, writes a job, reads a result.
worker=${YARDSTICK_WORKER:-}
if [ -z "$worker" ]; then
    for candidate in build/release/bin/yardstick-worker build/dev/bin/yardstick-worker; do
        if [ -x "$candidate" ]; then worker=$candidate; break; fi
    done
fi
if [ ! -x "$worker" ]; then echo "$0: no worker found; run scripts/build release first" >&2; exit 1; fi

# write_job RUN_DIR DATA PARAMS_JSON
write_job() {
    mkdir -p "$1"
    python3 - "$@" "${THREADS:-0}" <<'PY'
import json, sys
directory, data, params, threads = sys.argv[1:]
job = {"version": 1, "token": directory, "mode": "train", "backend": "native", "task": "detect", "model_variant": "yolov8n",
       "data": data, "params": json.loads(params), "threads": int(threads)}
json.dump(job, open(directory + "/job.json", "w"))
PY
}

# require_map50 VAL_JSON LEAST
require_map50() {
    python3 - "$@" <<'PY'
import json, sys
report, least = json.load(open(sys.argv[1])), float(sys.argv[2])
for row in report["classes"]:
    print(f'{row["name"]:>16}  {row["instances"]:5} objects  mAP50 {row["map50"]:.3f}  mAP50-95 {row["map50_95"]:.3f}')
print(f'{"all":>16}  {report["images"]:5} images   mAP50 {report["map50"]:.4f}  mAP50-95 {report["map50_95"]:.4f}')
sys.exit(0 if report["map50"] >= least else f'mAP50 {report["map50"]:.4f} is below {least}')
PY
}
