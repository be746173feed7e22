"""Attention that cannot be paid."""

from ...errors import case

names = {"float32": "float", "float64": "double", "float16": "c10::Half", "int64": "long int", "int32": "int",
         "int16": "short int", "int8": "signed char", "uint8": "unsigned char", "bool": "bool"}


def dims(query, key, value):
    return case(
        RuntimeError, "attention_dims",
        "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
        f"{query} key.dim: {key} and value.dim: {value} instead.",
        "each is a sequence of vectors: (…, length, width).")


def dtypes(query, key, value):
    return case(
        RuntimeError, "convolution_dtypes",
        "Expected query, key, and value to have the same dtype, but got query.dtype: "
        f"{names[query.name]} key.dtype: {names[key.name]} and value.dtype: {names[value.name]} instead.")


def mask_dtype(mask, query):
    return case(
        RuntimeError, "mask_dtype",
        "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
        f"{names[mask.name]} and  query.dtype: {names[query.name]} instead.",
        "True says where one may look; numbers are added to the scores.")


def dropout_share(p):
    return case(RuntimeError, "dropout_share", f"dropout probability has to be between 0 and 1, but got {p:g}")
