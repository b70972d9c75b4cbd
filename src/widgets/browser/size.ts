import type { Host } from './host.ts';

export function watchSize(host: Host): () => void {
  const root = document.documentElement;
  let told = '';
  let frame = 0;

  function measure(): void {
    frame = 0;
    const before = root.style.height;
    // The content is measured at its natural height, because a document that fills its frame would never shrink.
    root.style.height = 'max-content';
    const height = Math.ceil(root.getBoundingClientRect().height);
    root.style.height = before;
    const width = Math.ceil(window.innerWidth);
    if (told === `${width} ${height}`) return;
    told = `${width} ${height}`;
    host.notify('ui/notifications/size-changed', { width, height });
  }

  const observer = new ResizeObserver(() => {
    if (frame === 0) frame = requestAnimationFrame(measure);
  });
  observer.observe(root);
  observer.observe(document.body);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
