# Classifying short sentences: vocabulary, padding, embedding, mean of words, cross-entropy; learned word vectors.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

sentences = [
    ("good great film", 1), ("bad boring film", 0), ("great story good cast", 1), ("boring story", 0),
    ("bad cast bad story", 0), ("good fun", 1), ("great great fun film", 1), ("boring bad", 0),
]
vocabulary = {"<pad>": 0}
for text, _ in sentences:
    for word in text.split():
        vocabulary.setdefault(word, len(vocabulary))
print("vocabulary:", vocabulary)
longest = max(len(text.split()) for text, _ in sentences)
rows = []
for text, _ in sentences:
    numbers = [vocabulary[word] for word in text.split()]
    rows.append(numbers + [0] * (longest - len(numbers)))
x = torch.tensor(rows)
y = torch.tensor([label for _, label in sentences])
print(x)


class BagOfWords(nn.Module):
    def __init__(self, words, width, classes):
        super().__init__()
        self.embedding = nn.Embedding(words, width, padding_idx=0)
        self.out = nn.Linear(width, classes)

    def forward(self, x):
        mask = (x != 0).unsqueeze(-1).float()
        mean = (self.embedding(x) * mask).sum(1) / mask.sum(1)
        return self.out(mean)


model = BagOfWords(len(vocabulary), 3, 2)
rng = np.random.default_rng(6)
with torch.no_grad():
    start = torch.tensor(rng.normal(scale=0.5, size=(len(vocabulary), 3)).astype(np.float32))
    start[0] = 0
    model.embedding.weight.copy_(start)
    model.out.weight.copy_(torch.tensor([[0.2, -0.1, 0.3], [-0.2, 0.3, 0.1]]))
    model.out.bias.zero_()
print(model)
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.3)
for epoch in range(30):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    if epoch == 0:
        print("padding gets no gradient:", model.embedding.weight.grad[0])
    optimizer.step()
    if epoch % 10 == 0:
        print(f"epoch {epoch:2d}: {loss.item():.4f}")
print("padding row:", model.embedding.weight[0].detach())
score = F.softmax(model(x), dim=1)
print("probabilities:", score)
print("right:", (score.argmax(1) == y).all())
vectors = model.embedding.weight.detach()
good, bad, great = (vectors[vocabulary[w]] for w in ("good", "bad", "great"))
print("good~great:", F.cosine_similarity(good, great, dim=0), "good~bad:", F.cosine_similarity(good, bad, dim=0))
try:
    model(torch.tensor([[99]]))
except IndexError as error:
    print("unknown word:", error)
