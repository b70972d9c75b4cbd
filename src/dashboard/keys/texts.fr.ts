import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  ...sharedTexts.keys,
  title: 'Clés API',
  lead: 'Une clé prouve qu’un appel vient de vous. Elle n’est affichée qu’une fois, à sa création ; nous n’en conservons que l’empreinte.',
  generate: 'Générer une nouvelle clé',
  name: 'Nom',
  nameOptional: 'Nom (facultatif)',
  nameHint: (usual) =>
    `Indiquez où vous utiliserez la clé, par exemple « portable » ou « n8n ». Sans nom, la clé s’appellera « ${usual} ».`,
  usualName: (day) => day,
  empty:
    'Vous n’avez pas encore de clé. Générez-en une ci-dessous : un clic suffit, et la page montre ensuite comment faire le premier appel.',
  created: 'Créée',
  expires: 'Expiration',
  endsAt: 'Valable jusqu’au',
  status: { active: 'active', revoked: 'révoquée', expired: 'expirée' },
  manage: (name) => `Gérer « ${name} »`,
  rename: 'Renommer',
  rotate: 'Remplacer',
  rotateHint: 'Crée une clé avec le même nom et les mêmes limites. L’ancienne reste valable pendant la durée choisie.',
  overlap: 'Validité de l’ancienne clé',
  overlaps: {
    '0': 'aucune (elle est révoquée immédiatement)',
    '1h': '1 heure',
    '24h': '24 heures',
    '7d': '7 jours',
  },
  revoke: 'Révoquer',
  revokeHint: 'La clé sera refusée dès la prochaine requête. La révocation est définitive.',
  revokeConfirm: 'Révoquer cette clé',
  limits: 'Limites',
  old: 'Clés révoquées et expirées',
  newTitle: 'Votre nouvelle clé API',
  newWarning: 'Copiez-la maintenant : elle ne sera plus affichée.',
  keyLabel: 'Clé API :',
  setTitle: '1. Enregistrez la clé dans une variable d’environnement',
  setLead:
    'Les étapes suivantes lisent la clé dans cette variable. Exécutez cette commande dans le terminal que vous allez utiliser.',
  shells: 'Shell',
  configTitle: 'Configuration prête à l’emploi',
  configLead:
    'Chaque configuration lit la clé dans la variable JOB_DATA_KEY : ainsi, la clé ne figure dans aucun fichier. Quand vous créez une clé, la page donne la commande qui définit cette variable.',
  connectTitle: '2. Connectez votre outil',
  connectLead: 'Choisissez votre outil, puis copiez-collez la configuration.',
  clientsLabel: 'Client',
  clients: {
    'claude-code':
      'Lancez la commande dans le terminal où la clé est définie. Dans Claude Code, /mcp affiche ensuite la liste des outils.',
    'claude-desktop':
      'Ouvrez Settings → Developer → Edit Config, collez cette configuration, puis redémarrez le programme. Node.js est nécessaire. Les programmes lancés depuis le bureau n’ont pas accès aux variables d’un terminal : ce fichier contient donc la clé.',
    cursor:
      'Ajoutez le serveur d’un clic, ou collez cette configuration dans le fichier. Lancez Cursor depuis le terminal où la clé est définie, ou définissez la variable pour toute votre session.',
    vscode:
      'Ajoutez le serveur d’un clic, ou collez cette configuration dans le fichier. VS Code demande la clé une fois et la conserve en lieu sûr.',
    codex: 'Lancez la commande dans le terminal où la clé est définie. Codex lit la variable à chaque démarrage.',
    'gemini-cli':
      'Collez cette configuration dans le fichier, puis lancez gemini dans le terminal où la clé est définie. La commande /mcp y affiche la liste des outils.',
    n8n: 'Dans un workflow avec un agent IA, ajoutez le nœud « MCP Client Tool » et remplissez-le ainsi. Enregistrez la clé dans un identifiant (credential) de type Bearer Auth.',
    curl: 'Lancez la commande dans le terminal où la clé est définie. ping est gratuit.',
    typescript:
      'Enregistrez ce code dans first-call.mjs, puis lancez : node first-call.mjs. Il faut Node.js 20 ou une version plus récente. Pour en faire du TypeScript, nommez le fichier first-call.ts.',
    python:
      'Enregistrez ce code dans first_call.py, puis lancez : python3 first_call.py (sous Windows : py first_call.py). Il n’y a rien à installer.',
  },
  install: { cursor: 'Ajouter à Cursor', vscode: 'Ajouter à VS Code' },
  checked: (day) => `Format vérifié le ${day} d’après`,
  firstCallTitle: '3. Votre premier appel',
  waiting: 'En attente de votre premier appel…',
  arrived: 'Votre premier appel est arrivé : la clé fonctionne.',
  lookAgain: 'Vérifier de nouveau',
  toUsage: 'Le voir dans votre consommation',
  toList: 'Toutes les clés',
  renamed: 'La clé a été renommée.',
  limited: 'Les limites sont enregistrées. Elles s’appliqueront dès la prochaine requête.',
  revoked: 'La clé a été révoquée. Elle sera refusée dès la prochaine requête.',
  noSuchKey: 'Cette clé n’existe pas dans votre compte.',
  notActive: 'Seule une clé active peut être remplacée.',
  notActiveLimits: 'Seules les limites d’une clé active peuvent être modifiées.',
  badName: 'Le nom doit comporter de 1 à 80 caractères visibles.',
  tooMany: 'Un compte peut avoir 50 clés actives au plus. Révoquez-en une d’abord.',
  test: 'Clé de test',
  testLead:
    'Avec cette clé, le service répond à partir de données d’exemple, hors ligne et gratuitement ; les outils, les erreurs et les reçus sont les mêmes. Comme elle ne donne accès à rien d’autre, elle reste affichée ici, et vous pouvez la laisser dans vos tests.',
  testSet: 'Définir JOB_DATA_TEST_KEY dans votre terminal',
  testReplace: 'Remplacer la clé de test',
  testReplaced: 'La clé de test a été remplacée. L’ancienne sera refusée dès la prochaine requête.',
  apps: {
    disconnected: 'L’application a été déconnectée : sa prochaine requête sera refusée.',
    title: 'Applications connectées',
    lead: 'Voici les applications que vous avez autorisées à utiliser votre compte. Chacune ne dispose que des crédits et des outils que vous lui avez accordés.',
    none: 'Aucune application n’est connectée.',
    address: 'Pour connecter une application, saisissez-y cette adresse et connectez-vous quand elle vous le demande :',
    addressLabel: 'Adresse pour les applications',
    proven: (host) => `de ${host}`,
    unproven: 'origine non vérifiée',
    host: 'Réponses envoyées à',
    since: 'Depuis',
    spent: 'Crédits utilisés ce mois-ci',
    unlimited: 'aucune',
    allTools: 'tous',
    disconnect: 'Déconnecter',
    limits: (name) => `Limites de « ${name} »`,
    status: { active: 'connectée', revoked: 'déconnectée', expired: 'expirée' },
    old: 'Applications qui ne sont plus connectées',
    waysTitle: 'Connexion ou clé ?',
    ways: [
      {
        client: 'claude.ai',
        text: 'Connexion. Paramètres → Connecteurs → Ajouter un connecteur personnalisé : collez l’adresse, puis cliquez sur Connecter.',
      },
      {
        client: 'ChatGPT',
        text: 'Connexion. Paramètres → Applications et connecteurs : activez le mode développeur dans Avancé, cliquez sur Créer, collez l’adresse et choisissez l’authentification OAuth.',
      },
      {
        client: 'VS Code',
        text: 'Connexion ou clé, au choix. Pour vous connecter, exécutez « MCP: Add Server » → HTTP, collez l’adresse, puis autorisez l’accès dans le navigateur.',
      },
      {
        client: 'Cursor',
        text: 'Connexion ou clé, au choix. Pour vous connecter, écrivez l’adresse seule, sans en-têtes, dans mcp.json, puis cliquez sur « Connect » dans Settings → MCP.',
      },
      {
        client: 'Claude Code',
        text: 'Connexion ou clé, au choix. Pour vous connecter, ajoutez le serveur sans en-tête, puis tapez /mcp et choisissez Authenticate.',
      },
    ],
    waysElse:
      'Vos propres programmes, n8n, curl et tout ce qui fonctionne sans intervention humaine utilisent une clé.',
  },
};
