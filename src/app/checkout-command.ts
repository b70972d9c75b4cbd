/** How commands start in a checkout. Windows cannot run the shell script. */
export const CHECKOUT_COMMAND = process.platform === 'win32' ? 'npm run -s jobdata --' : './jobdata';
