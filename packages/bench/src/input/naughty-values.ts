/** A value that a careless program could take for something else than text. */
export interface NaughtyValue {
  readonly kind: string;
  /** Sent in every place, encoded as the place requires. */
  readonly text?: string;
  /** Sent in a URL as it is. */
  readonly url?: string;
  /** Sent in a body as it is: a JSON value, or what is not quite one. */
  readonly json?: string;
}

/** A header that a response must not have: it was only ever part of a value. */
export const injectedHeader = 'x-injected';

const codePoints = (...points: readonly number[]): string[] => points.map((point) => String.fromCodePoint(point));
const esc = '\u001b';

const texts: Readonly<Record<string, readonly string[]>> = {
  'empty and blank': ['', ' ', '\t', '\u00a0', '\u3000', '\u200b', '   a   '],
  'control characters': [
    ...codePoints(0x00, 0x01, 0x07, 0x08, 0x0b, 0x0c, 0x1a, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f),
    'a\u0000b',
    'end\u0000',
  ],
  'line breaks': [
    'a\nb',
    'a\rb',
    'a\r\nb',
    'a\u2028b',
    'a\u2029b',
    `a\r\n${injectedHeader}: 1`,
    `a\n${injectedHeader}: 1`,
    `\r\n\r\n<html>`,
    '{"level":60,"msg":"forged"}\n{"level":60}',
  ],
  'terminal sequences': [`${esc}[2J`, `${esc}]0;title\u0007`, `${esc}[31mred${esc}[0m`, '\u009b2J', `${esc}P1$r${esc}\\`],
  unicode: [
    'é',
    'e\u0301',
    'ﬁ',
    'İ',
    'ı',
    'ß',
    'ẞ',
    'Ω',
    '株式会社',
    'บริษัท',
    '한국',
    'Công ty',
    '😀',
    '👩‍👩‍👧‍👦',
    '🇦🇺',
    '\u{1d54f}',
    '\u{10ffff}',
    '\ufffe',
    '\uffff',
    '\ufeff',
    '\ue000',
    '\u00ad',
    '\u0338\u0338\u0338',
    `z${'\u0335\u0348\u0351'.repeat(40)}`,
    '１２３',
    '٣٤',
    '²³',
    '\ufdfa'.repeat(20),
  ],
  'half surrogates': ['\ud800', '\udfff', 'a\ud83d', '\ude00a', '\udc00\ud800'],
  'right to left': ['שלום', 'مرحبا', '\u202eevil', '\u2066a\u2069', '\u200fa', 'a\u061cb', 'abc\u202egnp.exe'],
  long: [
    'a'.repeat(300),
    'a'.repeat(5000),
    'a '.repeat(2000),
    '株'.repeat(2000),
    '😀'.repeat(700),
    '%'.repeat(2000),
    '('.repeat(3000),
    '"'.repeat(1500),
    Array.from({ length: 600 }, (_, at) => `w${at}`).join(' '),
  ],
  numbers: [
    ...['0', '-0', '-1', '+1', '00', '01', '1.0', '1.5', '1e3', '1e400', '-1e400', '1e-400', '0x10', '0b1', '1_000', '1,000'],
    ...['2147483647', '2147483648', '-2147483649', '4294967296', '9007199254740993', '9223372036854775807'],
    ...['9223372036854775808', '18446744073709551616', '9'.repeat(400), 'NaN', 'Infinity', '-Infinity', '1/0', '٣'],
  ],
  words: [
    ...['null', 'undefined', 'nil', 'None', 'true', 'false', 'NULL', '[object Object]', '__proto__', 'constructor'],
    ...['prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'then', '_id', '_source', '_all', '*'],
  ],
  dates: [
    ...['0000-00-00', '2026-02-30', '9999-12-31', '10000-01-01', '-0001-01-01', '2026-11-17T25:61:61Z', '1970-01-01'],
    ...['2026-W47', 'now', 'now-1d/d', '2026-11-17||/M', 'infinity', 'epoch', 'today'],
  ],
  SQL: [
    "'",
    "''",
    '"',
    ';',
    '--',
    '/*',
    "' OR '1'='1",
    "'; DROP TABLE company; --",
    "1; SELECT pg_sleep(10)--",
    "' UNION SELECT version() --",
    "\\'; --",
    "E'\\x27'",
    '$1',
    '$$a$$',
    '%',
    '_',
    '%a%',
    "a' || 'b",
    '(SELECT 1)',
    "1') OR ('1'='1",
    '\\',
    'a\\',
    '\\x00',
    '{1,2}',
    '{"}',
    '(,)',
  ],
  'query string of a search engine': [
    '*:*',
    'name:*',
    'a AND b',
    'a OR NOT b',
    '(a',
    'a)',
    '"a',
    'a~2',
    'a^9',
    '[a TO z]',
    '{* TO *}',
    '_exists_:name',
    'a?',
    'a*',
    '*a',
    '+a -b',
    'a && b || !c',
    'a\\',
    '/a/',
    '<10',
    'country:AU AND *',
  ],
  'JSON of a search engine': [
    '{"match_all":{}}',
    '{"query_string":{"query":"*"}}',
    '{"script":{"source":"1"}}',
    '"}}},{"match_all":{}}',
    '{"$gt":""}',
    '{"$where":"1"}',
    '\n{"match_all":{}}\n',
    '[]',
    '{}',
  ],
  'regular expressions': ['.*', '.*.*.*.*a', '(a+)+$', '(a|a)*b', '[', '[^', ']', '{', 'a{9999}', '(?=a)', '\\d', '~(a)', '@', '#', '&', '<1-9>', '(', '^$'],
  scripts: [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "';alert(1)//",
    'javascript:alert(1)',
    '<svg/onload=alert(1)>',
    '</title><script>',
    '<!--',
    ']]>',
    '&lt;script&gt;',
    '&#0;',
  ],
  templates: ['{{7*7}}', '${7*7}', '#{7*7}', '<%= 7*7 %>', '${jndi:ldap://127.0.0.1/a}', '%s%s%n', '%x', '{0}', '{id}', ':id', '$(id)', '`id`', '| id', '; id', '&& id'],
  formulas: ["=cmd|' /C calc'!A0", '=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '＝1'],
  XML: ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', '<a xmlns="urn:x">', '<![CDATA[a]]>'],
  paths: [
    ...['..', '.', '/', '//', '../../etc/passwd', '..\\..\\a', '/etc/passwd', 'a/b', './a', 'file:///etc/passwd', 'CON', 'a/'],
    ...['%2e%2e%2f', '..%2f', '%252e', '~root', 'C:\\a', '\\\\host\\a', 'a;b', 'a?b', 'a#b', 'a&b=c'],
  ],
  addresses: [
    ...['http://127.0.0.1:9200/', 'http://[::1]/', 'http://169.254.169.254/', 'http://a@b@c/', 'http:////a', 'ftp://a', '//a'],
    ...['localhost', '127.0.0.1', '::1', 'a..b', '.a', 'a.', 'xn--', 'xn--a', 'http://xn--/', 'https://', 'http://a:99999/'],
    ...['xn--zckzah', 'пример.рф', 'a'.repeat(64).concat('.com'), `${'a.'.repeat(130)}com`, 'a@b', '@', 'a@', '"a b"@c.d', 'a@[1.2.3.4]'],
  ],
};

const urls: readonly string[] = [
  ...['%', '%0', '%zz', '%u0041', '%00', '%0d%0aX-Injected:1', '%c0%af', '%c0%ae%c0%ae/', '%ff%fe', '%ed%a0%80'],
  ...['%f4%90%80%80', '%e2%28%a1', '+', '%2B', '%20', '%2f', '%5c', '%3f', '%23', '..%2f..%2fetc%2fpasswd', '%2e%2e/'],
  ...['[]', '[a]', 'a[]=b', 'a%5Bb%5D=c', '%E2%80%AE', '%F0%9F%98%80', "';--", '{a}', '|', '^', '`', '<a>', '"a"'],
];

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const jsons: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1', '1.5', '1e2', '1e400', '-1e400', '1e-400', '2147483648'],
  ...['9007199254740993', '1'.repeat(400), '0.1', '[]', '{}', '[[]]', '[null]', '[{}]', '[1,2,3]', '[""]', '["a","a"]', '{"":""}'],
  ...['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"a":1,"a":2}', '{"length":9999999}', '{"toString":1}'],
  ...['"\\ud800"', '"\\u0000"', '"\\udc00\\ud800"', '"\\u202e"', '"\\/"', '01', '+1', '.5', '1.', 'NaN', 'Infinity', 'undefined'],
  ...["'a'", '"a', '{', '[', '"\t"', '"\u0001"', '/* */1', '1,', '{"a":}', '\ufeff1', nested('[', ']', 200), nested('[', ']', 20_000)],
  ...[nested('{"a":', '}', 100).replace('}', '1}'), `[${Array(3000).fill('""').join(',')}]`, `["${'a'.repeat(3000)}"]`],
  ...['{"query_string":{"query":"*"}}', '{"script":"1"}', '{"match_all":{}}', '[{"match_all":{}}]', '{"gte":"now"}', '{"$ne":null}'],
];

/** Every value, in an order that does not change. */
export const naughtyValues: readonly NaughtyValue[] = [
  ...Object.entries(texts).flatMap(([kind, list]) => list.map((text) => ({ kind, text }))),
  ...urls.map((url) => ({ kind: 'encoded URLs', url })),
  ...jsons.map((json) => ({ kind: 'JSON values', json })),
];
