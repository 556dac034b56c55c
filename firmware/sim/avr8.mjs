// avr8.mjs FOLDER: the same firmware in a second simulator, avr8js (npm, MIT), whose SPI takes the time a chip's does.
// FOLDER holds board.elf and node_modules/avr8js; `make avr8js` fetches the latter. Fails unless all seats light up on one
// edge, within 2 ms of the last byte of COMMIT.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const folder = path.resolve(process.argv[2]);
const avr = createRequire(folder + "/")("avr8js");
const HZ = 16e6;
const BYTE_CYCLES = (10 * HZ) / 115200;

execFileSync("avr-objcopy", ["-O", "binary", "-R", ".eeprom", `${folder}/board.elf`, `${folder}/board.bin`]);
const program = new Uint16Array(0x4000);
new Uint8Array(program.buffer).set(fs.readFileSync(`${folder}/board.bin`));

const cpu = new avr.CPU(program, 2048);
const clock = new avr.AVRClock(cpu, HZ);
new avr.AVRWatchdog(cpu, avr.watchdogConfig, clock);
new avr.AVRTimer(cpu, avr.timer0Config);
new avr.AVREEPROM(cpu, new avr.EEPROMMemoryBackend(1024));
const port = new avr.AVRIOPort(cpu, avr.portBConfig);
const uart = new avr.AVRUSART(cpu, avr.usart0Config, HZ);
const spi = new avr.AVRSPI(cpu, avr.spiConfig, HZ);

const sent = [];
const latches = [];
let shifted = [];
let load = true;
uart.onByteTransmit = (byte) => sent.push(byte);
spi.onByte = (byte) => {
  shifted.push(byte);
  cpu.addClockEvent(() => spi.completeTransfer(0), spi.transferCycles);
};
port.addListener(() => {
  const level = port.pinState(2) === avr.PinState.High;
  if (level && !load) latches.push({ cycle: cpu.cycles, bytes: shifted });
  if (level !== load) shifted = [];
  load = level;
});

function run(seconds, bytes = []) {
  const end = cpu.cycles + seconds * HZ;
  const queue = [...bytes];
  let next = cpu.cycles;
  let lastFed = cpu.cycles;
  while (cpu.cycles < end) {
    avr.avrInstruction(cpu);
    cpu.tick();
    if (queue.length && cpu.cycles >= next && !uart.rxBusy) {
      uart.writeByte(queue.shift());
      lastFed = cpu.cycles + BYTE_CYCLES; // avr8js hands a byte over when its last bit has come
      next = cpu.cycles + BYTE_CYCLES;
    }
  }
  return lastFed;
}

// Frames of vectors.txt, so that this file needs no codec of its own.
const vectors = fs.readFileSync(new URL("../vectors.txt", import.meta.url), "utf8");
const frame = (name) => Buffer.from(vectors.match(new RegExp(`^good ${name} \\w+ (\\w+)$`, "m"))[1], "hex");

function check(holds, what) {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) process.exitCode = 1;
}

run(0.1);
check(sent.length === 11 && sent[10] === 0, "boot notice");
for (const name of ["hello", "prep"]) {
  sent.length = 0;
  run(0.02, frame(name));
  check(sent[sent.length - 1] === 0, `${name} is answered`);
}
latches.length = 0;
const complete = run(0.02, frame("commit"));
const digits = latches.filter(({ bytes }) => bytes.length === 12 && bytes[0] >= 1 && bytes[0] <= 3).slice(0, 3);
const units = digits.map(({ bytes }) => bytes.filter((_, index) => index % 2 === 1).reverse());
check(JSON.stringify(units[0]) === JSON.stringify([0, 1, 2, 15, 9, 8]), "units 0 1 2 . 9 8");
check(JSON.stringify(units[1]) === JSON.stringify([4, 15, 5, 15, 15, 3]), "tens 4 . 5 . . 3");
const lit = latches.find(({ bytes, cycle }) => bytes[0] === 0x0c && bytes[1] === 1 && cycle > digits[2].cycle);
const rowUs = ((digits[1].cycle - digits[0].cycle) / HZ) * 1e6;
const litMs = ((lit.cycle - complete) / HZ) * 1e3;
console.log(`one row of the chain: ${rowUs.toFixed(0)} us; last bit of COMMIT -> lit: ${litMs.toFixed(2)} ms`);
check(litMs > 0 && litMs <= 2, "lit within 2 ms");
