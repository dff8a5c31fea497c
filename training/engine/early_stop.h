// EarlyStop: ends a run that no longer improves. Only a strictly better epoch counts (fitness: engine/result_fields.h).
#pragma once

namespace yardstick::training {

class EarlyStop
{
public:
    /// patience: epochs without improvement, 0 = never.
    EarlyStop(int patience, double bestFitness, int bestEpoch)
        : m_patience(patience), m_bestFitness(bestFitness), m_bestEpoch(bestEpoch)
    {
    }
    /// True when this epoch is the best so far.
    bool add(int epoch, double fitness)
    {
        const bool better = m_bestEpoch == 0 || fitness > m_bestFitness || (m_bestFitness == 0 && fitness == 0);
        if (better) {
            m_bestFitness = fitness;
            m_bestEpoch = epoch;
        }
        return better;
    }
    [[nodiscard]] bool shouldStop(int epoch) const { return m_patience > 0 && epoch - m_bestEpoch >= m_patience; }
    /// The next epoch could be the last: validate it.
    [[nodiscard]] bool mayStopAt(int epoch) const { return m_patience > 0 && epoch - m_bestEpoch >= m_patience - 1; }
    [[nodiscard]] double bestFitness() const { return m_bestFitness; }
    [[nodiscard]] int bestEpoch() const { return m_bestEpoch; }

private:
    int m_patience;
    double m_bestFitness;
    int m_bestEpoch; ///< 0: none yet
};

} // namespace yardstick::training
