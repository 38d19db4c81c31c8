"""Makes calls of a Python client for a test that speaks JSON lines: {"method", "params"} in, {"answer"} or {"error"} out.

A method that ends with _socket is a stream, whose first message is the answer; `order` among its parameters is placed once it is
open.

Arguments: the client, the folder of its source, the address of the exchange, API key, secret.
"""

import asyncio
import importlib
import json
import os
import sys
import types


def with_substitutes():
    """Debian calls pycryptodome by another name, in a version without Ed25519 keys, and has no websockets_proxy."""
    for part in ("", ".PublicKey", ".Hash", ".Signature"):
        try:
            importlib.import_module("Crypto" + part)
        except ImportError:
            sys.modules["Crypto" + part] = importlib.import_module("Cryptodome" + part)
    signatures = importlib.import_module("Crypto.Signature")
    for kind in ("eddsa", "pkcs1_15"):
        try:
            importlib.import_module(signatures.__name__ + "." + kind)
        except ImportError:
            setattr(signatures, kind, None)
    try:
        importlib.import_module("websockets_proxy")
    except ImportError:
        proxies = types.ModuleType("websockets_proxy")
        proxies.Proxy = proxies.proxy_connect = None
        sys.modules["websockets_proxy"] = proxies


def opened(client, address, key, secret):
    if client == "binance-futures-connector-python":
        from binance.um_futures import UMFutures

        return UMFutures(key=key, secret=secret, base_url=address)
    from binance.client import Client

    Client.FUTURES_URL = address + "/fapi"
    Client.FUTURES_DATA_URL = address + "/futures/data"
    Client.WS_FUTURES_URL = address.replace("http", "ws") + "/ws-fapi/v1"
    return Client(key, secret, ping=False)


def first_message(exchange, method, order=None, **words):
    from binance import AsyncClient, BinanceSocketManager

    AsyncClient.FUTURES_URL = exchange.FUTURES_URL
    BinanceSocketManager.FSTREAM_URL = exchange.WS_FUTURES_URL.removesuffix("ws-fapi/v1")

    async def listen():
        client = AsyncClient(exchange.API_KEY, exchange.API_SECRET)
        async with getattr(BinanceSocketManager(client), method)(**words) as socket:
            if order is not None:
                await client.futures_create_order(**order)
            message = await socket.recv()
        await client.close_connection()
        return message

    return asyncio.run(listen())


def answered(exchange, method, params):
    if method == "names of methods":
        return [name for name in dir(exchange) if callable(getattr(exchange, name))]
    if method.endswith("_socket"):
        return first_message(exchange, method, **params)
    answer = getattr(exchange, method)(**params)
    return list(answer) if isinstance(answer, types.GeneratorType) else answer


def main():
    client, folder, address, key, secret = sys.argv[1:]
    sys.path.insert(0, folder)
    with_substitutes()
    exchange = opened(client, address, key, secret)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"answer": answered(exchange, request["method"], request["params"])}
        except Exception as cause:  # Whatever the client makes of a refusal is its answer.
            answer = {"error": repr(cause)}
        print(json.dumps(answer), flush=True)
    os._exit(0)  # Otherwise the loops of sockets that a client leaves open complain.


main()
