import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LeakFile, LeakFileError, openLeakFile } from './leak-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'leak-file-'));
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;

function fileOf(content: Uint8Array | string, name = 'leak.txt'): string {
  files += 1;
  const path = join(directory, `${files}-${name}`);
  writeFileSync(path, content);
  return path;
}

async function openFor(source: string | Readable): Promise<LeakFile> {
  const file = await openLeakFile(source);
  onTestFinished(() => file.close());
  return file;
}

async function textOf(file: LeakFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.text()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const text = Buffer.from('john@example.com:pässwort\r\n'.repeat(9_000));
const half = Math.floor(text.length / 2);

describe('the text of a leak', () => {
  it.each([
    ['none', text],
    ['gzip', gzipSync(text)],
    ['gzip', Buffer.concat([gzipSync(text.subarray(0, half)), gzipSync(text.subarray(half))])],
    ['zstd', zstdCompressSync(text)],
    ['zstd', Buffer.concat([zstdCompressSync(text.subarray(0, half)), zstdCompressSync(text.subarray(half))])],
  ])('is what was compressed with %s', async (compression, content) => {
    const file = await openFor(fileOf(content));
    expect(file).toMatchObject({ compression, encoding: 'utf-8', totalBytes: content.length, headIsAll: false });
    expect(Buffer.from(file.head)).toEqual(text.subarray(0, 65_536));
    expect((await textOf(file)).equals(text)).toBe(true);
    expect(file.bytesRead).toBe(content.length);
  });

  it('can come from a pipe, in pieces of any size', async () => {
    const content = gzipSync(text);
    const pieces = Array.from({ length: 40 }, (_, index) => content.subarray(index, index + 1));
    const file = await openFor(Readable.from([...pieces, content.subarray(40)]));
    expect(file).toMatchObject({ name: 'standard input', compression: 'gzip', totalBytes: null });
    expect((await textOf(file)).equals(text)).toBe(true);
  });

  it.each([
    ['a\rb\rc', 'a\nb\nc'],
    ['a\rb\r', 'a\nb\n'],
    ['a\r\rb\r\r', 'a\n\nb\n\n'],
    ['a\r\nb\r\r\nc\rd\n', 'a\r\nb\r\r\nc\nd\n'],
    ['\r\n\r', '\r\n\n'],
  ])('has a line end in the place of every CR of %j that stands alone, however it comes', async (content, expected) => {
    const bytes = Buffer.from(content);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)].filter((piece) => piece.length > 0);
      const file = await openFor(Readable.from(pieces.map((piece) => Buffer.from(piece))));
      expect((await textOf(file)).toString()).toBe(expected);
    }
  });

  it.each([
    ['utf-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('é@example.com:ü')])],
    ['utf-16le', Buffer.from('\ufeffé@example.com:ü', 'utf16le')],
    ['utf-16le', Buffer.from('é@example.com:ü', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffé@example.com:ü', 'utf16le').swap16()],
    ['utf-16be', Buffer.from('é@example.com:ü', 'utf16le').swap16()],
  ])('is read from %s, without its byte order mark', async (encoding, content) => {
    const file = await openFor(fileOf(content));
    expect(file.encoding).toBe(encoding);
    expect((await textOf(file)).toString()).toBe('é@example.com:ü');
  });

  it('keeps the bytes of an encoding that nobody can tell', async () => {
    const latin1 = Buffer.from('j\xfcrgen@example.com:p\xe4ss\0wort', 'latin1');
    expect((await textOf(await openFor(fileOf(latin1)))).equals(latin1)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a byte', 'x'],
  ])('can be %s', async (_what, content) => {
    const file = await openFor(fileOf(content));
    expect(file.headIsAll).toBe(true);
    expect((await textOf(file)).toString()).toBe(content);
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['zstd', zstdCompressSync(text)],
  ])('of %s that ends early is an error, after what there is', async (compression, content) => {
    const long = Buffer.concat(Array.from({ length: 200 }, () => text));
    const compressed = compression === 'gzip' ? gzipSync(long) : zstdCompressSync(long);
    const file = await openFor(fileOf(compressed.subarray(0, compressed.length - 20)));
    let length = 0;
    const reading = (async () => {
      for await (const chunk of file.text()) length += chunk.length;
    })();
    await expect(reading).rejects.toThrow(`the ${compression} data is broken or ends early`);
    expect(length).toBeGreaterThan(content.length);
  });
});

describe('a file that cannot be imported', () => {
  it.each([
    ['a.gz', 'john@example.com:x', 'a.gz is not compressed with gzip, whatever its name says.'],
    ['a.ZST', gzipSync(text), 'a.ZST is not compressed with zstd, whatever its name says.'],
    ['a.txt', Buffer.from('PK\x03\x04rest', 'latin1'), 'a.txt is a zip archive: unpack it, and import what is in it.'],
    ['a.txt', Buffer.from('377abcaf271c', 'hex'), 'a.txt is a 7z archive'],
  ])('is refused: %s', async (name, content, message) => {
    const error = await openLeakFile(fileOf(content, name)).catch((failure) => failure);
    expect(error).toBeInstanceOf(LeakFileError);
    expect(error.message).toContain(message);
  });

  it('is refused: one that is not there, or a directory', async () => {
    await expect(openLeakFile(join(directory, 'none'))).rejects.toThrow('there is no such file');
    await expect(openLeakFile(directory)).rejects.toThrow('is a directory');
  });
});
