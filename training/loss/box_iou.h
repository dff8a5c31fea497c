// Complete IoU of box pairs, with gradients. Source: Distance-IoU Loss (arXiv 1911.08287), section 3.3.
// Letters: P pairs. Boxes [P,4] xyxy, any unit, any floating type.
#pragma once

#include <ATen/core/Tensor.h>

namespace yardstick::training {

/// [P]: IoU − (centre distance² / enclosing diagonal² + aspect term); at most 1, may be negative. The weight of the
/// aspect term counts as a constant for gradients, as in the paper.
at::Tensor completeIou(const at::Tensor& a, const at::Tensor& b);

/// The same for two plain boxes, float arithmetic.
float completeIou(const float* a, const float* b);

} // namespace yardstick::training
