export { html, SafeHtml, webLink, type Content } from '../lib/html.ts';
