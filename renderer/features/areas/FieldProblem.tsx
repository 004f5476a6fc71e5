/** What is wrong with a field, beside it. */
export const FieldProblem = ({ problem }: { problem: string | null }) =>
  problem ? (
    <p className="field-problem" role="alert">
      {problem}
    </p>
  ) : null
