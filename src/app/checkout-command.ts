/** What commands begin with in a checkout; Windows has no shell for its script. */
export const CHECKOUT_COMMAND = process.platform === 'win32' ? 'npm run -s jobdata --' : './jobdata';
