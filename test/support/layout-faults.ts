/**
 * Runs in the page and describes the faults of its layout as sentences. Text must stay inside the page and inside every
 * visible or clipping box around it, unless it can be scrolled to. The label of a control must fit into the control.
 */
export const FAULTS_OF_LAYOUT = `(() => {
  const SLACK = 1;
  // Letters reach over their line where lines are close.
  const LINE_SLACK = 4;
  const faults = new Set();
  const nameOf = (element) => {
    const classes = [...element.classList].join('.');
    return element.localName + (element.id && '#' + element.id) + (classes && '.' + classes);
  };
  const root = document.documentElement;
  const pageWidth = root.clientWidth;
  if (root.scrollWidth > pageWidth) faults.add('the page is ' + root.scrollWidth + ' px wide');
  const styles = new Map();
  const styleOf = (element) => {
    let style = styles.get(element);
    if (!style) styles.set(element, (style = { css: getComputedStyle(element), frame: element.getBoundingClientRect() }));
    return style;
  };
  const isFrame = (css) =>
    css.overflowX !== 'visible' || css.borderRightWidth !== '0px' || css.backgroundColor !== 'rgba(0, 0, 0, 0)';
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim()) continue;
    const parent = node.parentElement;
    if (parent.closest('.away, .skip, .tip, script, option, svg')) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (lines.length === 0) continue;
    const text = {
      left: Math.min(...lines.map(({ left }) => left)),
      right: Math.max(...lines.map(({ right }) => right)),
      top: Math.min(...lines.map(({ top }) => top)),
      bottom: Math.max(...lines.map(({ bottom }) => bottom)),
    };
    const said = JSON.stringify(node.data.trim().slice(0, 40)) + ' in ' + nameOf(parent);
    let scrolled = false;
    const hangs = parent.closest('.tick, .scale') !== null;
    for (let box = parent; box !== document.body && !hangs; box = box.parentElement) {
      const { css, frame } = styleOf(box);
      if (css.display === 'inline' || css.display === 'contents' || !isFrame(css)) continue;
      if (/auto|scroll/.test(css.overflowX + css.overflowY)) {
        scrolled = true;
        break;
      }
      if (text.left < frame.left - SLACK || text.right > frame.right + SLACK) {
        faults.add(said + ' runs out of ' + nameOf(box) + ' by ' + Math.round(text.right - frame.right) + ' px');
      }
      if (text.top < frame.top - LINE_SLACK || text.bottom > frame.bottom + LINE_SLACK) {
        faults.add(said + ' stands above or below ' + nameOf(box));
      }
    }
    if (!scrolled && (text.left < -SLACK || text.right > pageWidth + SLACK)) faults.add(said + ' leaves the page');
  }
  for (const row of document.querySelectorAll('.stacked tbody tr')) {
    const cells = [...row.cells].filter((cell) => getComputedStyle(cell).display === 'block');
    if (new Set(cells.map((cell) => getComputedStyle(cell).paddingLeft)).size > 1) faults.add('a row of ' + nameOf(row.closest('table')) + ' is uneven');
  }
  for (const control of document.querySelectorAll('button, .button, summary, label')) {
    if (control.scrollWidth > control.clientWidth + SLACK && styleOf(control).css.display !== 'inline') {
      faults.add(nameOf(control) + ' is too narrow for ' + JSON.stringify(control.textContent.trim().slice(0, 40)));
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const select of document.querySelectorAll('select')) {
    const { css, frame } = styleOf(select);
    const shown = select.selectedOptions[0]?.textContent.trim() ?? '';
    pen.font = css.font;
    const space = frame.width - parseFloat(css.paddingLeft) - parseFloat(css.paddingRight) - 18;
    if (frame.width > 0 && pen.measureText(shown).width > space) faults.add(nameOf(select) + ' cuts ' + JSON.stringify(shown));
  }
  return [...faults];
})()`;
