// Loaded before the built service: from the parent's word on, each flush of the store fails as a dying disk's does.
import { realDisk } from '../../dist/src/store/sqlite/wal.js';

const { sync } = realDisk;
let failing = false;
realDisk.sync = async (handle) => {
  if (failing) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  await sync(handle);
};
process.on('message', (said) => {
  failing = said === 'fail';
  process.send?.(said);
});
process.channel?.unref();
