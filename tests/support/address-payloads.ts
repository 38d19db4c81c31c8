/**
 * Texts that lead a careless client to another server: a hundred and more, each naming the port of a listener.
 * @param port - where nobody may ever connect to
 */
export function addressPayloads(port: number): readonly string[] {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    'LOCALHOST',
    '①②⑦.⓪.⓪.①',
  ];
  const written = hosts.flatMap((host) => [
    `http://${host}:${port}/`,
    `//${host}:${port}/`,
    `\\\\${host}:${port}\\`,
    `http:${host}:${port}`,
    `x@${host}:${port}/`,
    `.${host}:${port}#`,
    `../../${host}:${port}/%2e%2e/`,
    `ETHUSDT&url=http://${host}:${port}/`,
  ]);
  return [
    ...written,
    ...['https', 'ws', 'wss', 'ftp', 'gopher', 'file', 'data', 'jar', 'unix'].map(
      (scheme) => `${scheme}://127.0.0.1:${port}/`,
    ),
    `ETHUSDT HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\nGET http://127.0.0.1:${port}/`,
    `ETHUSDT\r\nX-Forwarded-Host: 127.0.0.1:${port}`,
    `\r\nLocation: http://127.0.0.1:${port}/`,
    `ETHUSDT\u0000@127.0.0.1:${port}`,
    `ETHUSDT\u2028http://127.0.0.1:${port}`,
    `%0d%0aHost:%20127.0.0.1:${port}`,
    `%2f%2f127.0.0.1:${port}%2f`,
    `?@127.0.0.1:${port}`,
    `#@127.0.0.1:${port}`,
    `;@127.0.0.1:${port}`,
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    '..',
    '.',
    '../..',
  ];
}
