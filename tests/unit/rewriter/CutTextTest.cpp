#include "rewriter/reach/CutText.h"
#include "gtest/gtest.h"

namespace warpsmith::reach {
namespace {

Extent extentOf(const std::string &text, const std::string &part) {
  const size_t begin = text.find(part);
  EXPECT_NE(begin, std::string::npos) << part;
  return {static_cast<unsigned>(begin), static_cast<unsigned>(begin + part.size())};
}

/// A declaration of these names.
Declaration declared(const std::string &text, const std::string &whole,
                     const std::vector<std::string> &names) {
  Declaration result;
  result.text = extentOf(text, whole);
  for (const std::string &name : names)
    result.declarators.push_back({extentOf(text, name).begin, extentOf(text, name)});
  return result;
}

std::string cut(const std::string &text, FileFacts facts, const std::set<std::string> &reached) {
  for (const std::string &name : reached)
    facts.reached.insert(extentOf(text, name).begin);
  return cutText(text, "file", {{"file", std::move(facts)}},
                 {0, static_cast<unsigned>(text.size())});
}

TEST(CutText, NamesOfAListKeepTheirComments) {
  const std::string list =
      "int one, // of one\n    two, // of two\n    three; // of three\nint x;\n";
  FileFacts facts;
  facts.declarations.push_back(
      declared(list, list.substr(0, list.find(';') + 1), {"one", "two", "three"}));
  facts.declarations.push_back(declared(list, "int x;", {"x"}));
  EXPECT_EQ(cut(list, facts, {"one", "three", "x"}),
            "int one, // of one\nthree; // of three\nint x;\n");
  EXPECT_EQ(cut(list, facts, {"one", "x"}), "int one; // of one\nint x;\n");
  EXPECT_EQ(cut(list, facts, {"two"}), "int two; // of two\n");
  EXPECT_EQ(cut(list, facts, {"three"}), "int three; // of three\n");
}

TEST(CutText, ACommentOnOneLineIsOfTheWholeList) {
  const std::string list = "int one, two, three; // of all\n";
  FileFacts facts;
  facts.declarations.push_back(declared(list, "int one, two, three;", {"one", "two", "three"}));
  EXPECT_EQ(cut(list, facts, {"one"}), "int one; // of all\n");
  EXPECT_EQ(cut(list, facts, {"one", "three"}), "int one, three; // of all\n");
}

TEST(CutText, WhatStandsBehindAConditionalIsNotItsOwn) {
  const std::string text = "#ifdef A\nint one;\n#endif\n/// Of the other.\nint two;\n";
  FileFacts facts;
  facts.declarations.push_back(declared(text, "int one;", {"one"}));
  facts.declarations.push_back(declared(text, "int two;", {"two"}));
  facts.conditionals.push_back({0, extentOf(text, "#endif").begin + 1});
  EXPECT_EQ(cut(text, facts, {"two"}), "/// Of the other.\nint two;\n");
}

} // namespace
} // namespace warpsmith::reach
