//! What every call passes on its way in and out: deadlines, tokens, metrics.
