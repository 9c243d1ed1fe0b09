"""Companion bots for DouDizhu (斗地主) at your table.

`Client` owns the connection. `Table` records the events of one table. `Error` has the reason of a refusal and the kind of retry.
"""

from .client import Client, Error
from .http import HttpClient
from .state import Bot, Move, Reading, State
from .table import Table

__all__ = ["Bot", "Client", "Error", "HttpClient", "Move", "Reading", "State", "Table"]
