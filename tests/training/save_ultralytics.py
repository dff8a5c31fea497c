"""Saves networks of the real package in several ways, with the shape and checksum of every tensor as 32-bit floats.

Run by ultralytics_import_test in the peers' environment; nothing is downloaded. Argument: the folder to write to.
"""
import copy
import hashlib
import io
import json
import os
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
os.environ["YOLO_CONFIG_DIR"] = str(folder)
os.environ["YOLO_OFFLINE"] = "true"

import torch  # noqa: E402
from ultralytics import YOLO, __version__  # noqa: E402

expected = []


def facts(module):
    out = {}
    for name, tensor in module.state_dict().items():
        plain = tensor.detach().float() if tensor.is_floating_point() else tensor.detach()
        out[name] = {"shape": list(plain.shape), "sha256": hashlib.sha256(plain.contiguous().numpy().tobytes()).hexdigest()}
    return out


def shaken(name):
    """A network of which no tensor is as at its start."""
    torch.manual_seed(3)
    yolo = YOLO(name + ".yaml")
    with torch.no_grad():
        for tensor in yolo.model.state_dict().values():
            if tensor.is_floating_point():
                tensor.add_(torch.rand_like(tensor))
            else:
                tensor.add_(17)
    return yolo


def note(file, module, variant="yolov8n", task="detect"):
    expected.append({"file": file, "variant": variant, "task": task, "classes": len(module.names), "tensors": facts(module)})


def envelope(**parts):
    return {"epoch": -1, "best_fitness": None, "model": None, "ema": None, "updates": None, "optimizer": None,
            "train_args": {"imgsz": 640, "data": "coco8.yaml"}, "date": "2024-09-24", "version": __version__, **parts}


for variant, task in (("yolov8n", "detect"), ("yolov8n-seg", "segment"), ("yolov8n-cls", "classify"), ("yolov8n-pose", "pose"),
                      ("yolov8n-obb", "obb"), ("yolov8s", "detect"), ("yolov8s-seg", "segment"), ("yolov8m-cls", "classify")):
    yolo = shaken(variant)
    half = copy.deepcopy(yolo.model).half()
    torch.save(envelope(model=half), folder / f"{variant}.pt")
    note(f"{variant}.pt", half, variant, task)



def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    return [t for part in value for t in tensors_in(part)] if isinstance(value, (list, tuple)) else []


def store(variant, name, tensor):
    file = f"{variant}_{name}.bin"
    (folder / file).write_bytes(tensor.detach().float().contiguous().numpy().tobytes())
    return {"file": file, "shape": list(tensor.shape)}


# What its heads give for one input: the raw maps of the three levels, coefficients and prototypes, or probabilities.
for variant, task, size in (("yolov8n", "detect", (96, 128)), ("yolov8n-seg", "segment", (96, 128)), ("yolov8s-cls", "classify", (96, 96))):
    torch.manual_seed(11)
    yolo = YOLO(variant + ".yaml")
    model = yolo.model.train()
    with torch.no_grad():
        for _ in range(3):  # statistics away from 0 and 1
            model(torch.rand(4, 3, 64, 64))
        picture = torch.rand(2, 3, *size)
        found = tensors_in(model.eval()(picture))
    torch.save(envelope(ema=model), folder / f"{variant}-outputs.pt")
    note(f"{variant}-outputs.pt", model, variant, task)
    outputs = {"input": store(variant, "input", picture)}
    if task == "classify":
        outputs["probabilities"] = store(variant, "probabilities", found[0])
    else:
        channels = 64 + len(model.names)
        for i, tensor in enumerate(t for t in found if t.dim() == 4 and t.shape[1] == channels):
            outputs[f"map{i}"] = store(variant, f"map{i}", tensor)
    if task == "segment":
        outputs["coefficients"] = store(variant, "coefficients", next(t for t in found if t.dim() == 3 and t.shape[1] == 32))
        outputs["protos"] = store(variant, "protos", next(t for t in found if t.dim() == 4 and t.shape[1] == 32))
    expected[-1]["outputs"] = outputs

yolo = shaken("yolov8n")
yolo.ckpt = {}  # this version's save() takes a model that came from a file
yolo.save(str(folder / "own_save.pt"))
note("own_save.pt", torch.load(folder / "own_save.pt", weights_only=False)["model"])

# As training keeps it: the average alone, with the optimizer's state, through a buffer.
optimizer = torch.optim.SGD(yolo.model.parameters(), lr=0.01, momentum=0.9)
yolo.model.train()
sum(level.square().mean() for level in yolo.model(torch.rand(1, 3, 64, 64))).backward()
optimizer.step()
half = copy.deepcopy(yolo.model).half()
buffer = io.BytesIO()
torch.save(envelope(epoch=3, ema=half, updates=10, optimizer=optimizer.state_dict()), buffer)
(folder / "last.pt").write_bytes(buffer.getvalue())
note("last.pt", half)

torch.save(yolo.model.state_dict(), folder / "state_dict.pt")
note("state_dict.pt", yolo.model)
torch.save(yolo.model, folder / "module.pt")
note("module.pt", yolo.model)
for protocol in (3, 4, 5):
    torch.save(envelope(model=half), folder / f"protocol{protocol}.pt", pickle_protocol=protocol)
    note(f"protocol{protocol}.pt", half)

(folder / "expected.json").write_text(json.dumps(expected), encoding="utf-8")
