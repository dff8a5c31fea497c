// .pt files as Ultralytics' versions lay them out, made from named tensors without any Python.
#pragma once

#include "tests/training/pickle_builder.h"
#include "training/model/state_dict.h"

#include <torch/types.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace yardstick::test {

struct TorchLayout
{
    const char* name = "stripped";
    const char* top = "best";          ///< folder in the archive
    bool ema = false;                  ///< weights under "ema", and "model" is None
    bool both = false;                 ///< "model" holds a module too, of zeros, beside "ema"
    bool orderedDict = true;           ///< members of modules as OrderedDict; else as plain dict
    bool oneModule = false;            ///< class paths of 8.0.0 … 8.0.97
    bool stateDict = false;            ///< a dictionary of tensors, no module
    bool zip64 = false;
    at::ScalarType type = at::kHalf;
    std::string modelClass = "DetectionModel";
    std::vector<std::string> names{};
    int epoch = -1;
    double eps = 1e-3;
};

/// Writes the tree of modules that the dotted names of `tensors` describe.
class TorchFileWriter
{
public:
    TorchFileWriter(const TorchLayout& layout, const training::NamedTensors& tensors) : m_layout(layout)
    {
        for (const auto& [name, tensor] : tensors) {
            m_root.insert(name, tensor);
        }
    }

    std::string bytes()
    {
        writeRoot();
        std::vector<ZipFile> files{{std::string(m_layout.top) + "/data.pkl", m_out.stop()}};
        files.push_back({std::string(m_layout.top) + "/byteorder", "little"});
        for (std::size_t i = 0; i < m_storages.size(); ++i) {
            files.push_back({std::string(m_layout.top) + "/data/" + std::to_string(i), std::move(m_storages[i])});
        }
        files.push_back({std::string(m_layout.top) + "/version", "3\n"});
        return zipOf(files, {.zip64 = m_layout.zip64});
    }

private:
    struct Node
    {
        std::vector<std::pair<std::string, at::Tensor>> own;
        std::vector<std::pair<std::string, std::unique_ptr<Node>>> children;

        void insert(const std::string& name, const at::Tensor& tensor)
        {
            const std::size_t dot = name.find('.');
            if (dot == std::string::npos) {
                own.emplace_back(name, tensor);
                return;
            }
            const std::string first = name.substr(0, dot);
            for (auto& [known, child] : children) {
                if (known == first) {
                    child->insert(name.substr(dot + 1), tensor);
                    return;
                }
            }
            children.emplace_back(first, std::make_unique<Node>());
            children.back().second->insert(name.substr(dot + 1), tensor);
        }
    };

    void beginDict()
    {
        if (m_layout.orderedDict) {
            m_out.global("collections", "OrderedDict").emptyTuple().reduce().mark();
        } else {
            m_out.emptyDict().mark();
        }
    }

    void writeTensor(const at::Tensor& tensor, bool parameter)
    {
        const bool floating = tensor.is_floating_point();
        const at::Tensor plain = tensor.detach().to(floating ? m_layout.type : tensor.scalar_type()).contiguous();
        const char* storage = !floating ? "LongStorage" : m_layout.type == at::kHalf ? "HalfStorage" : m_layout.type == at::kFloat ? "FloatStorage" : "BFloat16Storage";
        m_storages.emplace_back(static_cast<const char*>(plain.data_ptr()), plain.nbytes());
        if (parameter) {
            m_out.global("torch._utils", "_rebuild_parameter").mark();
        }
        m_out.global("torch._utils", "_rebuild_tensor_v2").mark();
        m_out.mark().text("storage").global("torch", storage).text(std::to_string(m_storages.size() - 1)).text("cuda:0").integer(plain.numel()).tuple().persistent();
        m_out.integer(0).counts(plain.sizes().vec()).counts(plain.strides().vec()).boolean(false);
        m_out.global("collections", "OrderedDict").emptyTuple().reduce().tuple().reduce();
        if (parameter) {
            m_out.boolean(true).global("collections", "OrderedDict").emptyTuple().reduce().tuple().reduce();
        }
    }

    static bool isBuffer(const std::string& name) { return name.starts_with("running_") || name.starts_with("num_batches"); }

    void writeModule(const Node& node, bool root)
    {
        const bool norm = std::ranges::any_of(node.own, [](const auto& entry) { return isBuffer(entry.first); });
        if (root) {
            m_out.global("ultralytics.nn.tasks", m_layout.modelClass);
        } else if (norm) {
            m_out.global("torch.nn.modules.batchnorm", "BatchNorm2d");
        } else {
            m_out.global(m_layout.oneModule ? "ultralytics.nn.modules" : "ultralytics.nn.modules.block", "Part");
        }
        m_out.emptyTuple().newObject().emptyDict().mark();
        m_out.text("training").boolean(false);
        for (const bool buffers : {false, true}) {
            m_out.text(buffers ? "_buffers" : "_parameters");
            beginDict();
            for (const auto& [name, tensor] : node.own) {
                if (isBuffer(name) == buffers) {
                    m_out.text(name);
                    writeTensor(tensor, !buffers);
                }
            }
            if (!buffers && !norm) {
                m_out.text("unused_bias").none();
            }
            m_out.setItems();
        }
        m_out.text("_modules");
        beginDict();
        for (const auto& [name, child] : node.children) {
            m_out.text(name);
            writeModule(*child, false);
        }
        m_out.setItems();
        m_out.text("_non_persistent_buffers_set").global("__builtin__", "set").mark().emptyList().tuple().reduce();
        if (norm) {
            m_out.text("eps").real(m_layout.eps).text("momentum").real(0.03);
        }
        if (root) {
            m_out.text("names");
            writeNames();
            m_out.text("args").global("ultralytics.utils", "IterableSimpleNamespace").emptyTuple().newObject().emptyDict().mark().text("imgsz").integer(320).setItems().build();
        }
        m_out.setItems().build();
    }

    void writeNames()
    {
        m_out.emptyDict().mark();
        for (std::size_t i = 0; i < m_layout.names.size(); ++i) {
            m_out.integer(static_cast<std::int64_t>(i)).text(m_layout.names[i]);
        }
        m_out.setItems();
    }

    void writeStateDict(const Node& node, const std::string& prefix)
    {
        for (const auto& [name, tensor] : node.own) {
            m_out.text(prefix + name);
            writeTensor(tensor, false);
        }
        for (const auto& [name, child] : node.children) {
            writeStateDict(*child, prefix + name + ".");
        }
    }

    void writeRoot()
    {
        if (m_layout.stateDict) {
            beginDict();
            writeStateDict(m_root, "");
            m_out.setItems();
            return;
        }
        m_out.emptyDict().mark();
        m_out.text("epoch").integer(m_layout.epoch).text("best_fitness").none();
        m_out.text("model");
        if (m_layout.both) {
            Node decoy;
            decoy.insert("model.0.conv.weight", at::zeros({1}));
            writeModule(decoy, true);
        } else if (m_layout.ema) {
            m_out.none();
        } else {
            writeModule(m_root, true);
        }
        m_out.text("ema");
        if (m_layout.ema || m_layout.both) {
            writeModule(m_root, true);
        } else {
            m_out.none();
        }
        m_out.text("optimizer").none();
        m_out.text("train_args").emptyDict().mark().text("imgsz").integer(320).text("data").global("pathlib", "PosixPath").mark().text("/").text("data").text("my set.yaml").tuple().reduce();
        m_out.text("single_cls").boolean(false).text("lr0").real(0.01).text("time").none().setItems();
        // A NumPy number, as validators leave them in.
        m_out.text("train_metrics").emptyDict().mark().text("fitness").global("numpy.core.multiarray", "scalar").mark().global("numpy", "dtype").mark().text("f8").boolean(false).boolean(true).tuple().reduce();
        m_out.global("_codecs", "encode").mark().text(std::string("\0\0\0\0\0\0\xc2\xa0?", 9)).text("latin1").tuple().reduce().tuple().reduce().setItems();
        m_out.text("date").text("2024-09-24T10:00:00").text("version").text("8.2.100");
        m_out.setItems();
    }

    TorchLayout m_layout;
    Node m_root;
    PickleBuilder m_out;
    std::vector<std::string> m_storages;
};

} // namespace yardstick::test
