/** Writes JSON of numbers a byte at a time: joining a string for each number takes ten times as long and leaves all of them behind. */
export class JsonBytes {
  private bytes: Buffer;
  private size = 0;

  /** `expected` bytes need no more room later. */
  constructor(expected: number) {
    this.bytes = Buffer.allocUnsafe(expected);
  }

  /** Writes ASCII text as it is. */
  text(text: string): void {
    this.need(text.length);
    for (let index = 0; index < text.length; index += 1) this.bytes[this.size + index] = text.charCodeAt(index);
    this.size += text.length;
  }

  /** Writes a whole number from 0 to 2^31 - 1. */
  number(value: number): void {
    this.need(10);
    this.size = writeDigits(this.bytes, this.size, value);
  }

  /** Writes the numbers between two places of a list, at least one, with commas. */
  list(numbers: Int32Array, start: number, end: number): void {
    this.need((end - start) * 11);
    const { bytes } = this;
    let { size } = this;
    for (let place = start; place < end; place += 1) {
      if (place !== start) {
        bytes[size] = comma;
        size += 1;
      }
      size = writeDigits(bytes, size, numbers[place] as number);
    }
    this.size = size;
  }

  toString(): string {
    return this.bytes.toString('latin1', 0, this.size);
  }

  private need(more: number): void {
    if (this.size + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe((this.size + more) * 2);
    this.bytes.copy(larger, 0, 0, this.size);
    this.bytes = larger;
  }
}

const comma = 44;
const zero = 48;

/** Answers where the digits end. */
function writeDigits(bytes: Buffer, start: number, value: number): number {
  let end = start + 1;
  for (let power = 10; power <= value; power *= 10) end += 1;
  let rest = value;
  for (let place = end - 1; place >= start; place -= 1) {
    const tenth = Math.floor(rest / 10);
    bytes[place] = zero + rest - tenth * 10;
    rest = tenth;
  }
  return end;
}
