import { parentPort, workerData } from 'node:worker_threads';
import { standBack } from '../../lib/thread-priority.ts';
import type { BrowserOrder, BrowserReport, BrowserThreadData } from './orders.ts';
import { PageSessions } from './page-sessions.ts';

// The browser's thread: orders in, reports out.
const port = parentPort;
if (port) {
  // Before any browser starts: it inherits this.
  standBack();
  const sessions = new PageSessions(workerData as BrowserThreadData, (report: BrowserReport) =>
    port.postMessage(report, report.kind === 'page' ? [report.page.html.buffer as ArrayBuffer] : []),
  );
  port.on('message', (message: BrowserOrder) => {
    switch (message.kind) {
      case 'visit':
        return sessions.begin(message.id, message.order);
      case 'proceed':
        return sessions.proceed(message.id, message.question);
      case 'stop':
        return sessions.stop(message.id);
      case 'close':
        // Nothing holds the thread then but this port.
        return void sessions.close().finally(() => port.close());
    }
  });
}
