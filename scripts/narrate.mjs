// Reports running steps and their duration in one updated line on a terminal, and in plain lines elsewhere.

const FRAMES = ['|', '/', '-', '\\'];
const FRAME_MS = 120;
const output = process.stderr;

const running = new Map();
let timer;

const secondsSince = (start) => `${Math.round((performance.now() - start) / 1000)} s`;

function clearLine() {
  if (output.isTTY) output.write('\r\u001b[K');
}

function draw(frame) {
  const parts = [...running.values()].map(({ shown, start }) => `${shown}, ${secondsSince(start)}`);
  const line = `${FRAMES[frame % FRAMES.length]} ${parts.join(' · ')}`;
  clearLine();
  output.write(line.slice(0, Math.max(20, (output.columns ?? 80) - 1)));
}

function begin(text, lasting) {
  running.set(text, { shown: text, lasting, start: performance.now() });
  if (!output.isTTY) output.write(`${text} …\n`);
  else if (!timer) {
    let frame = 0;
    draw(frame);
    timer = setInterval(() => draw((frame += 1)), FRAME_MS);
  }
}

function end(text) {
  const took = secondsSince(running.get(text).start);
  running.delete(text);
  clearLine();
  output.write(`${text}: ${took}\n`);
  if (running.size > 0) {
    // The steps that still run are shown again, because the work would otherwise seem to be done.
    for (const step of running.values()) {
      step.shown = step.lasting;
      if (!output.isTTY) output.write(`${step.shown}, ${secondsSince(step.start)} so far …\n`);
    }
    if (output.isTTY) draw(0);
    return;
  }
  clearInterval(timer);
  timer = undefined;
}

/** Several steps may run at once. `lasting` replaces the text of a step that still runs when another has ended. */
export async function narrate(text, work, lasting = `Still running: ${text}`) {
  begin(text, lasting);
  try {
    return await work();
  } finally {
    end(text);
  }
}
