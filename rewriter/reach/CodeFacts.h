/// What a parse tells of the text of kernel files: which declarations the instances of a rewrite
/// reach, and what their conditions are. Plain values, which outlive the parse.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpsmith::reach {

/// Characters of a file, by their offsets.
struct Extent {
  unsigned begin = 0, end = 0;
  bool isEmpty() const { return begin == end; }
  bool contains(const Extent &other) const { return begin <= other.begin && other.end <= end; }
  bool meets(const Extent &other) const { return begin < other.end && other.begin < end; }
};

/// The values of a condition in all instances.
struct ConditionValues {
  bool isTrue = false, isFalse = false, isUnknown = false;

  bool always() const { return isTrue && !isFalse && !isUnknown; }
  bool never() const { return isFalse && !isTrue && !isUnknown; }
  bool isDecided() const { return always() || never(); }
};

/// `if (condition) first else second`, or `condition ? first : second`.
struct Choice {
  bool isStatement = false;
  Extent whole, first, second; ///< the second is empty where there is none
  ConditionValues values;
  /// Of a statement: it stands in a block, and an arm declares something there.
  bool inBlock = false, firstDeclares = false, secondDeclares = false;
  /// What follows it in the block, and whether an arm leaves the function before that.
  Extent rest;
  bool firstLeaves = false, secondLeaves = false;
};

/// `left && right` or `left || right`.
struct LogicalOperation {
  Extent left, right;
  bool isAnd = true;
  ConditionValues valuesOfLeft, valuesOfRight;

  /// The operand changes nothing.
  bool isLeftIdle() const { return isAnd ? valuesOfLeft.always() : valuesOfLeft.never(); }
  bool isRightIdle() const { return isAnd ? valuesOfRight.always() : valuesOfRight.never(); }
  /// The left operand is the result.
  bool isLeftResult() const { return isAnd ? valuesOfLeft.never() : valuesOfLeft.always(); }
};

/// A declaration in a function whose evaluation has no effect but the name.
struct LocalDeclaration {
  Extent statement;
  bool isUsed = false;
};

/// A function's parameter. It goes, with the arguments for it, where no instance uses it.
struct Parameter {
  Extent text;
  bool isUsed = false; ///< or has to stay for another reason
};

/// The arguments of a call in the text, each with the parameter that it is for.
struct CallArguments {
  std::string path;                 ///< the file of the function
  std::vector<unsigned> parameters; ///< offsets of their names
  std::vector<Extent> arguments;
};

/// One name of a declaration of a namespace or a structure.
struct Declarator {
  unsigned name = 0;
  Extent text; ///< from the name through the initialiser
};

/// A declaration of a namespace or a structure.
struct Declaration {
  Extent text; ///< without the comments above it
  std::vector<Declarator> declarators;
  bool stays = false; ///< wherever what it stands in stays
};

/// Of one file.
struct FileFacts {
  std::vector<Declaration> declarations;           ///< in their order; those in structures, too
  std::set<unsigned> reached;                      ///< offsets of declarators' names
  std::map<unsigned, Choice> choices;              ///< by the offset of `if` or `?`
  std::map<unsigned, LogicalOperation> operations; ///< by the offset of the operator
  std::map<unsigned, LocalDeclaration> locals;     ///< by the offset of the name
  std::map<unsigned, Parameter> parameters;        ///< by the offset of the name
  std::map<unsigned, std::vector<unsigned>> parameterLists; ///< by the offset of a function's name
  std::map<unsigned, CallArguments> calls;                  ///< by the offset of the first argument
  std::vector<Extent> conditionals; ///< from an outermost #if through its #endif

  bool reaches(const Declaration &declaration) const {
    for (const Declarator &each : declaration.declarators)
      if (reached.contains(each.name))
        return true;
    return false;
  }
};

/// By path: `warpsmith/kernels/fma.cuh` of a kernel file, the path of an edited file.
using CodeFacts = std::map<std::string, FileFacts>;

} // namespace warpsmith::reach
