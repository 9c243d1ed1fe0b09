//! Every metrics series, declared once.
