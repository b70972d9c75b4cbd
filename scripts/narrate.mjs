// Reports running steps and their duration: in one updated line on a terminal, in plain lines elsewhere.

const FRAMES = ['|', '/', '-', '\\'];
const FRAME_MS = 120;
const output = process.stderr;

/** Text of a running step → when it began. */
const running = new Map();
let timer;

const secondsSince = (start) => `${Math.round((performance.now() - start) / 1000)} s`;

function clearLine() {
  if (output.isTTY) output.write('\r\u001b[K');
}

function draw(frame) {
  const parts = [...running].map(([text, start]) => `${text}, ${secondsSince(start)}`);
  const line = `${FRAMES[frame % FRAMES.length]} ${parts.join(' · ')}`;
  clearLine();
  output.write(line.slice(0, Math.max(20, (output.columns ?? 80) - 1)));
}

function begin(text) {
  running.set(text, performance.now());
  if (!output.isTTY) output.write(`${text} …\n`);
  else if (!timer) {
    let frame = 0;
    draw(frame);
    timer = setInterval(() => draw((frame += 1)), FRAME_MS);
  }
}

function end(text) {
  const took = secondsSince(running.get(text));
  running.delete(text);
  clearLine();
  output.write(`${text}: ${took}\n`);
  if (running.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/** Runs `work` and reports it as `text`. Several steps may run at once. */
export async function narrate(text, work) {
  begin(text);
  try {
    return await work();
  } finally {
    end(text);
  }
}
