"""Companion bots for DouDizhu (斗地主) at your table.

`Client` owns the connection, `Table` one table from the deal to settlement, `Error` says what was refused and whether a retry helps.
"""

from .client import Client, Error
from .http import HttpClient
from .state import Bot, Move, Reading, State
from .table import Table

__all__ = ["Bot", "Client", "Error", "HttpClient", "Move", "Reading", "State", "Table"]
