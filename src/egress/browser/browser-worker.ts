import { parentPort, workerData } from 'node:worker_threads';
import { standBack } from '../../lib/thread-priority.ts';
import type { BrowserOrder, BrowserReport, BrowserThreadData } from './orders.ts';
import { BrowserVisits } from './visits.ts';

// The browser's thread: orders in, reports out.
const port = parentPort;
if (port) {
  // Before any browser starts: it inherits this.
  standBack();
  const visits = new BrowserVisits(workerData as BrowserThreadData, (report: BrowserReport) =>
    port.postMessage(report, report.kind === 'page' ? [report.page.html.buffer as ArrayBuffer] : []),
  );
  port.on('message', (message: BrowserOrder) => {
    switch (message.kind) {
      case 'visit':
        return visits.begin(message.id, message.order);
      case 'proceed':
        return visits.proceed(message.id, message.question);
      case 'stop':
        return visits.stop(message.id);
      case 'close':
        // Nothing holds the thread then but this port.
        return void visits.close().finally(() => port.close());
    }
  });
}
