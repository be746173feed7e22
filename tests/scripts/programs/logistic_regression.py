# Logistic regression on two clouds: loss from logits, accuracy, decision boundary, L2 penalty, class weights.
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

rng = np.random.default_rng(2)
a = rng.normal(loc=(-1, -1), scale=0.8, size=(40, 2))
b = rng.normal(loc=(1.2, 0.8), scale=0.9, size=(20, 2))
x = torch.tensor(np.concatenate([a, b]), dtype=torch.float32)
y = torch.cat([torch.zeros(40), torch.ones(20)])


class Logistic(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(inputs))
        self.b = nn.Parameter(torch.tensor(0.0))

    def forward(self, x):
        return x @ self.w + self.b


def train(pos_weight=None, penalty=0.0, steps=80):
    model = Logistic(2)
    criterion = nn.BCEWithLogitsLoss(pos_weight=pos_weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5, weight_decay=penalty)
    for step in range(steps):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    return model, loss


model, loss = train()
print(model)
print("loss:", loss)
for name, parameter in model.named_parameters():
    print(name, parameter.data, parameter.grad.abs().max() < 0.05)
with torch.no_grad():
    probability = torch.sigmoid(model(x))
    guess = probability > 0.5
    print("accuracy:", (guess == y.bool()).float().mean())
    print("first probabilities:", probability[:5])
    hits = (guess & y.bool()).sum()
    print("precision:", (hits / guess.sum()).item(), "recall:", (hits / y.sum()).item())

slope = -model.w[0] / model.w[1]
print("boundary slope:", round(slope.item(), 4), "offset:", round((-model.b / model.w[1]).item(), 4))

weighted, _ = train(pos_weight=torch.tensor(2.0))
shrunk, _ = train(penalty=0.1)
print("with pos_weight:", weighted.b.item() > model.b.item(), weighted.w.tolist())
print("with penalty:", shrunk.w.norm().item(), "<", model.w.norm().item())
manual = -(y * torch.log(probability) + (1 - y) * torch.log(1 - probability)).mean()
print("same loss:", torch.isclose(manual, F.binary_cross_entropy(probability, y)))
