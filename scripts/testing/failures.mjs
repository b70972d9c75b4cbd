/** Reads lines one by one, calls `onFile` for each finished file, and collects failed assertions with their details. */
export function createTapReader(onFile) {
  const failures = [];
  /** The file, and then the nested tests to which the current line belongs. */
  const path = [];
  let saying = false;
  let assertions = 0;
  return {
    failures,
    file: () => path[0],
    read: (line) => {
      const [, indent, name] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
      if (name !== undefined) path.splice(indent.length / 4, path.length, name);
      const failed = /^( *)not ok /.exec(line);
      // The closing line of a failed test repeats the messages of its failed assertions.
      const closes = / # time=\S+( \{)?$/.test(line);
      if (failed) saying = failed[1] === '' || !closes;
      if (/^ *ok /.test(line)) saying = false;
      if (saying) failures.push(...(failed ? ['', path.slice(0, failed[1].length / 4).join(' > ')] : []), line);
      if (/^ *\.\.\.$/.test(line)) saying = false;
      if (/^ +(?:not )?ok /.test(line) && !closes) assertions += 1;
      const [, not, ms] = /^(not )?ok .* # time=([\d.]+)ms/.exec(line) ?? [];
      if (ms === undefined) return;
      onFile({ file: path[0], ok: !not, ms: Number(ms), assertions });
      path.length = 0;
      assertions = 0;
    },
  };
}
