// A Python package called ultralytics, and one called torch, that train nothing but print and write what the real ones do:
// real processes, real files, real signals. The variable FAKE_ULTRALYTICS (JSON) says how a run goes.
#pragma once

#include "core/base/platform.h"

#include <filesystem>

namespace yardstick::training {

/// FAKE_ULTRALYTICS: setup, epoch (seconds), crash ({"epoch": N, "error": text}), deaf (ignores signals), silent (never
/// says that it starts), old (padded columns, epochs from 0, no time), helper (starts a process of its own).
inline constexpr const char* kFakeEntry = R"PY(import json, os, pickle, signal, subprocess, sys, time

def entrypoint():
    how = json.loads(os.environ.get('FAKE_ULTRALYTICS', '{}'))
    task, mode, *rest = sys.argv[1:]
    given = dict(argument.split('=', 1) for argument in rest)
    if how.get('deaf'):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']) if how.get('helper') else None
    with open('seen.json', 'w') as file:
        json.dump({'argv': sys.argv[1:], 'environment': dict(os.environ), 'pid': os.getpid(), 'helper': helper.pid if helper else 0}, file)
    first = 0
    if given.get('resume') == 'True':
        with open(given['model'], 'rb') as file:
            checkpoint = pickle.load(file)
        device = given['device']
        given, first = dict(checkpoint['train_args']), checkpoint['epoch'] + 1
        given['device'] = device
    folder = os.path.join(given['project'], given['name'])
    epochs = int(given['epochs'])
    os.makedirs(os.path.join(folder, 'weights'), exist_ok=True)
    with open(os.path.join(folder, 'args.yaml'), 'w') as file:
        file.write(''.join(f'{name}: {value}\n' for name, value in given.items()))
    print('WARNING \u26a0\ufe0f a word of warning', flush=True)
    print('\x1b[34m\x1b[1mtrain: \x1b[0mScanning /data/labels/train... 8 images, 0 backgrounds, 0 corrupt: 100%|##| 8/8', flush=True)
    time.sleep(how.get('setup', 0))
    if not how.get('silent'):
        print(f'Starting training for {epochs} epochs...', flush=True)
    begin = time.monotonic()
    results = os.path.join(folder, 'results.csv')
    names = ['epoch', 'time', 'train/box_loss', 'metrics/mAP50(B)', 'metrics/mAP50-95(B)', 'val/box_loss', 'lr/pg0']
    if how.get('old'):
        names.remove('time')
    seconds = how.get('epoch', 0.2)
    for epoch in range(first, epochs):
        print('\n      Epoch    GPU_mem   box_loss', flush=True)
        for batch in range(3):
            sys.stderr.write(f'\r      {epoch + 1}/{epochs}         0G      1.5         37         64: {50 * batch}%|{"#" * batch}| {batch}/2 [00:00]')
            sys.stderr.flush()
            time.sleep(seconds / 4)
        sys.stderr.write('\n')
        crash = how.get('crash')
        if crash and crash['epoch'] == epoch + 1:
            raise RuntimeError(crash['error'])
        sys.stderr.write('\r                 Class     Images  Instances      Box(P          R      mAP50  mAP50-95): 0%|  | 0/1 [00:00]')
        sys.stderr.flush()
        time.sleep(seconds / 4)
        sys.stderr.write('\r                 Class     Images  Instances      Box(P          R      mAP50  mAP50-95): 100%|##| 1/1 [00:00]\n')
        print('                   all          4         17       0.4        0.5       0.6       0.3', flush=True)
        good = 0.5 if epoch == 1 else 0.1
        row = [epoch if how.get('old') else epoch + 1, time.monotonic() - begin, 1.5, good, good, 'nan', 0.01]
        if how.get('old'):
            del row[1]
            form = lambda value: f'{value:>23}'
        else:
            form = lambda value: f'{value:.6g}' if isinstance(value, float) else str(value)
        fresh = not os.path.exists(results)
        with open(results, 'a') as file:
            file.write((','.join(map(form, names)) + '\n' if fresh else '') + ','.join(map(form, row)) + '\n')
        for name in ['last', 'best'] if epoch <= 1 else ['last']:
            with open(os.path.join(folder, 'weights', name + '.pt'), 'wb') as file:
                pickle.dump({'epoch': epoch, 'optimizer': {}, 'train_args': given, 'name': name}, file)
    print(f'\n{epochs} epochs completed in 0.001 hours.', flush=True)
    for name in ['last', 'best']:
        with open(os.path.join(folder, 'weights', name + '.pt'), 'wb') as file:
            pickle.dump({'epoch': -1, 'optimizer': None, 'train_args': given, 'name': name}, file)
)PY";

/// Makes the packages below `place`; what goes into PYTHONPATH is returned.
inline std::filesystem::path writeFakeUltralytics(const std::filesystem::path& place, const std::string& version = "8.2.100")
{
    namespace fs = std::filesystem;
    const fs::path site = place / "site";
    fs::create_directories(site / "ultralytics" / "cfg");
    const auto write = [](const fs::path& file, const std::string& text) { (void)platform::writeFileAtomic(file, text); };
    write(site / "ultralytics" / "__init__.py", "__version__ = \"" + version + "\"\n");
    write(site / "ultralytics" / "cfg" / "__init__.py", kFakeEntry);
    write(site / "ultralytics" / "cfg" / "default.yaml",
          "# arguments\ntask: detect # which\nmodel:\ndata:\nepochs: 100\nbatch: 16\nimgsz: 640\nlr0: 0.01\nnbs: 64\nworkers: 8\nclose_mosaic: 10\n"
          "mosaic: 1.0\npretrained: True\nfreeze:\nclasses:\ncache: False\namp: True\nresume: False\nproject:\nname:\nexist_ok: False\n"
          "device:\nshow: False\n");
    write(site / "torch.py",
          "import pickle\n__version__ = '2.9.0+cpu'\nclass cuda:\n    device_count = staticmethod(lambda: 0)\n"
          "def load(path, map_location=None, weights_only=True):\n    with open(path, 'rb') as file:\n        return pickle.load(file)\n"
          "def save(value, path):\n    with open(path, 'wb') as file:\n        pickle.dump(value, file)\n");
    return site;
}

} // namespace yardstick::training
