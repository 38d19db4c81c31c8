import { crc32 } from 'node:zlib';

/** A checksum of the text before it, as the last key; files of older versions have none. */
const CHECKSUM = /,"checksum":"([0-9a-f]{8})"\}$/;

/** The JSON text of an object, which ends with a checksum, so that a changed digit is noticed. */
export function summedJson(value: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(value).slice(0, -1);
  return `${text},"checksum":"${sumOf(text)}"}`;
}

/** Parses such a text. @returns the object without its checksum; null when the text is damaged or no JSON */
export function parseSummed(text: string): unknown {
  const found = CHECKSUM.exec(text);
  if (found === null) return parsed(text);
  const content = text.slice(0, found.index);
  return sumOf(content) === found[1] ? parsed(`${content}}`) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
