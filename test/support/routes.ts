/** Reads the output of `printRoutes({ commonPrefix: false })`. Each parameter of a route is replaced by "x". */
export function routesOf(tree: string, method: 'GET' | 'POST'): string[] {
  const found: string[] = [];
  const path: string[] = [];
  for (const line of tree.split('\n')) {
    const [, indent = '', name = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \(([^)]*)\))?/.exec(line) ?? [];
    if (name === '') continue;
    path.length = indent.length / 4;
    path.push(name);
    if (methods.split(', ').includes(method)) found.push(path.join('').replace(/^\/\//, '/').replace(/:\w+/g, 'x'));
  }
  return found.filter((route) => !route.includes('*'));
}
