# A character-level transformer: embeddings, causal self-attention with heads, layer norm, residuals, sampling.
import math

import numpy as np
import torch
import torch.nn as nn
from torch.nn import functional as F

text = "the graph lives. the graph learns. the gradient flows back. "
chars = sorted(set(text))
index = {c: i for i, c in enumerate(chars)}
data = torch.tensor([index[c] for c in text])
block, width, heads = 8, 12, 3
print(len(chars), "characters:", "".join(chars))


class SelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width)
        self.register_buffer("mask", torch.tril(torch.ones(block, block)))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(x).split(width, dim=2)
        q, k, v = (part.view(b, t, heads, c // heads).transpose(1, 2) for part in (q, k, v))
        score = q @ k.transpose(-2, -1) / math.sqrt(c // heads)
        score = score.masked_fill(self.mask[:t, :t] == 0, float("-inf"))
        mixed = F.softmax(score, dim=-1) @ v
        return self.out(mixed.transpose(1, 2).contiguous().view(b, t, c))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = SelfAttention()
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.attention(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(len(chars), width)
        self.position = nn.Embedding(block, width)
        self.blocks = nn.Sequential(Block(), Block())
        self.ln = nn.LayerNorm(width)
        self.head = nn.Linear(width, len(chars), bias=False)
        self.head.weight = self.token.weight

    def forward(self, idx, targets=None):
        x = self.token(idx) + self.position(torch.arange(idx.shape[1]))
        logits = self.head(self.ln(self.blocks(x)))
        if targets is None:
            return logits, None
        return logits, F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


model = GPT()
rng = np.random.default_rng(9)
with torch.no_grad():
    for name, p in model.named_parameters():
        if p.dim() > 1:
            p.copy_(torch.tensor(rng.normal(scale=0.15, size=tuple(p.shape)).astype(np.float32)))
        elif "ln" not in name:
            p.zero_()
print("parameters:", sum(p.numel() for p in model.parameters()), len(list(model.parameters())))
print(model.blocks[0])
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for step in range(24):
    starts = [(step * 7 + 11 * k) % (len(data) - block - 1) for k in range(6)]
    x = torch.stack([data[s:s + block] for s in starts])
    y = torch.stack([data[s + 1:s + block + 1] for s in starts])
    logits, loss = model(x, y)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    if step % 6 == 0:
        print(f"step {step:2d}: {loss.item():.4f}")
model.eval()
with torch.no_grad():
    late = x.clone()
    late[:, -1] = 0
    same = torch.allclose(model(x)[0][:, :-1], model(late)[0][:, :-1], atol=1e-6)
    print("the future is not seen:", same)
    idx = data[:4].unsqueeze(0)
    logits, _ = model(idx)
    print("next:", F.softmax(logits[0, -1], dim=-1).topk(3).values)
print("tied:", model.head.weight is model.token.weight, [n for n in model.state_dict() if "mask" in n])
