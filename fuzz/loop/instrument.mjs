import ts from 'typescript';

const { SyntaxKind } = ts;
const loops = new Set([
  SyntaxKind.ForStatement,
  SyntaxKind.ForOfStatement,
  SyntaxKind.ForInStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.DoStatement,
]);
const shortCircuits = new Set([
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
  SyntaxKind.QuestionQuestionToken,
  SyntaxKind.QuestionQuestionEqualsToken,
  SyntaxKind.BarBarEqualsToken,
  SyntaxKind.AmpersandAmpersandEqualsToken,
]);

/**
 * Puts a counter on every branch of a module: functions, both sides of conditions and short circuits, loops, cases, handlers, defaults.
 * Text is inserted at the places of the syntax tree, so that lines stay where they are. Also gives the module's short string literals,
 * which are the words that its input is compared with.
 */
export function instrument(text, nextCounter) {
  const file = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const insertions = [];
  const words = new Set();
  const insert = (at, what) => insertions.push({ at, what });
  const count = () => `__fuzz[${nextCounter()}]++`;
  const start = (node) => ts.skipTrivia(text, node.pos);
  const wrap = (node, visit) => {
    insert(start(node), `(${count()},`);
    visit();
    insert(node.end, ')');
  };
  const branch = (statement, visit) => {
    if (statement.kind === SyntaxKind.Block) {
      insert(start(statement) + 1, `${count()};`);
      return visit();
    }
    insert(start(statement), `{${count()};`);
    visit();
    insert(statement.end, '}');
  };
  const counted = (parent, child) => {
    const { kind } = parent;
    if (ts.isFunctionLike(parent) && child === parent.body) return child.kind === SyntaxKind.Block ? branch : wrap;
    if (kind === SyntaxKind.IfStatement && child !== parent.expression) return branch;
    if (loops.has(kind) && child === parent.statement) return branch;
    if (kind === SyntaxKind.ConditionalExpression && (child === parent.whenTrue || child === parent.whenFalse)) return wrap;
    if (kind === SyntaxKind.BinaryExpression && child === parent.right && shortCircuits.has(parent.operatorToken.kind)) return wrap;
    if (kind === SyntaxKind.CatchClause && child === parent.block) return branch;
    return (kind === SyntaxKind.Parameter || kind === SyntaxKind.BindingElement) && child === parent.initializer ? wrap : undefined;
  };
  const visit = (node) => {
    if (node.kind === SyntaxKind.StringLiteral && node.text.length > 1 && node.text.length < 40) words.add(node.text);
    if (node.kind === SyntaxKind.CaseClause || node.kind === SyntaxKind.DefaultClause) insert(node.statements.pos, `${count()};`);
    ts.forEachChild(node, (child) => {
      const how = counted(node, child);
      if (how === undefined) visit(child);
      else how(child, () => visit(child));
    });
  };
  visit(file);
  let at = 0;
  let result = '';
  // The sort is stable: at one place, what was opened first stays outside and what was closed first inside.
  for (const insertion of insertions.sort((left, right) => left.at - right.at)) {
    result += text.slice(at, insertion.at) + insertion.what;
    at = insertion.at;
  }
  return { text: result + text.slice(at), words };
}
